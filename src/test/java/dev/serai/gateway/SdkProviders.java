/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;
import dev.serai.llm.provider.sim.SimServer;

/**
 * The providers that every SDK is tried against: each behind a task of its own, called by its own client code at its own
 * paths. Behind all stands one simulator, which answers with 12 tokens. A further provider is one more line of ALL.
 */
final class SdkProviders {
    private static final SimScript SCRIPT =
            SimScript.of(Map.of("tokens", "12", "usage.cached", "2", "usage.unasked", "true"));

    private static final List<Served> ALL = List.of(
            new Served("openai", "gpt-4.1", "/v1", true),
            new Served("anthropic", "claude-sonnet-4-5", "", true),
            new Served("openai-compatible", "qwen3", "/v1", true),
            new Served("azure-openai", "gpt-4.1", "/openai/v1", true),
            new Served("mistral", "mistral-large-latest", "/v1", true),
            new Served("openai-responses", "gpt-5", "/v1", true),
            new Served("gemini", "gemini-2.5-flash", "/v1beta", true),
            new Served("vertex", "gemini-2.5-flash", "/v1/projects/p/locations/eu/publishers/google", true),
            new Served("bedrock", "eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "", true),
            new Served("cohere", "command-a-03-2025", "", false),
            new Served("ollama", "qwen3:8b", "", false));

    /** A server of its own: a deployment's address has to be known before the gateway starts. */
    private static final SimServer SIM = start();

    private SdkProviders() {}

    /**
     * One provider as the gateway calls it.
     *
     * @param path         of its base URL
     * @param countsCached whether its dialect says how much of the prompt came from a cache
     */
    record Served(String provider, String model, String path, boolean countsCached) {
        String task() {
            return "on-" + provider;
        }

        /** OpenAI's SDK asks for strict tools on its own account, and Ollama has none. */
        private String[] parameters() {
            return provider.equals("ollama") ? new String[] {"mayLose: strict"} : new String[0];
        }

        private String uri() {
            return "llm:" + provider + "/" + model + "?baseUrl=" + SIM.baseUrl(provider) + path;
        }

        /** The body that the provider was asked with last. */
        String lastRequest() {
            List<SimRequest> requests = SIM.journal().requests(provider);
            return new String(requests.get(requests.size() - 1).body(), StandardCharsets.UTF_8);
        }

        /** Lays these options over what the simulator does in its place. */
        void play(Map<String, String> options) {
            SIM.mount(provider, SCRIPT.with(options));
        }

        /** The name of the test's case. */
        @Override
        public String toString() {
            return provider;
        }
    }

    /** For {@code @MethodSource}. */
    static Stream<Served> all() {
        return ALL.stream();
    }

    static GatewayUnderTest.Builder addTo(GatewayUnderTest.Builder gateway) {
        gateway.file(
                GatewayHome.DEPLOYMENTS,
                GatewayYaml.simDeployments().replaceFirst("(?m)^credentials:$", "$0\n  tests: { apiKey: a-key }"));
        for (Served served : ALL) {
            gateway.deployment("by-" + served.provider(), served.uri(), "credential: tests")
                    .task(served.task(), "by-" + served.provider(), served.parameters());
        }
        return gateway;
    }

    private static SimServer start() {
        try {
            SimServer server = SimServer.start();
            ALL.forEach(served -> server.mount(served.provider(), SCRIPT));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
