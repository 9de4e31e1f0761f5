/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.serai.llm.provider.anthropic.AnthropicProvider;
import dev.serai.llm.provider.azure.AzureProvider;
import dev.serai.llm.provider.bedrock.BedrockProvider;
import dev.serai.llm.provider.cohere.CohereProvider;
import dev.serai.llm.provider.compatible.CompatibleProvider;
import dev.serai.llm.provider.gemini.GeminiProvider;
import dev.serai.llm.provider.gemini.VertexProvider;
import dev.serai.llm.provider.mistral.MistralProvider;
import dev.serai.llm.provider.ollama.OllamaProvider;
import dev.serai.llm.provider.openai.OpenAiProvider;
import dev.serai.llm.provider.responses.ResponsesProvider;

/** The providers this version knows, by the name in {@code llm:<name>/<model>}. */
public final class Providers {
    private static final Map<String, LlmProvider> ALL = byName(Stream.of(
            new OpenAiProvider(),
            new AnthropicProvider(),
            new AzureProvider(),
            new BedrockProvider(),
            new CohereProvider(),
            new GeminiProvider(),
            new MistralProvider(),
            new OllamaProvider(),
            new ResponsesProvider(),
            new VertexProvider()));

    private Providers() {}

    /** Throws IllegalArgumentException naming the known ones. */
    public static LlmProvider of(String name) {
        LlmProvider provider = name == null ? null : ALL.get(name);
        if (provider == null) {
            throw new IllegalArgumentException("provider '" + name + "' is not one of " + String.join(", ", names()));
        }
        return provider;
    }

    public static Set<String> names() {
        return ALL.keySet();
    }

    private static Map<String, LlmProvider> byName(Stream<LlmProvider> providers) {
        Map<String, LlmProvider> all = new TreeMap<>();
        Stream.concat(providers, CompatibleProvider.all().stream())
                .forEach(provider -> all.put(provider.name(), provider));
        return Collections.unmodifiableMap(all);
    }
}
