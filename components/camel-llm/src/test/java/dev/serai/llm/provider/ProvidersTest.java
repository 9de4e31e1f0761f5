/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.Dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProvidersTest {
    @Test
    void knowsOpenAi() {
        LlmProvider provider = Providers.of("openai");

        assertThat(provider.dialect()).isEqualTo(Dialect.OPENAI_CHAT);
        assertThat(provider.defaultBaseUrl() + provider.path("m", false))
                .isEqualTo("https://api.openai.com/v1/chat/completions");
        assertThat(provider.maxTokensField()).isEqualTo("max_completion_tokens");
        assertThat(provider.keyRequired()).isTrue();
        assertThat(headers(provider, "k")).isEqualTo(Map.of("Authorization", "Bearer k"));
    }

    @Test
    void knowsAnthropic() {
        LlmProvider provider = Providers.of("anthropic");

        assertThat(provider.dialect()).isEqualTo(Dialect.ANTHROPIC_MESSAGES);
        assertThat(provider.defaultBaseUrl() + provider.path("m", false))
                .isEqualTo("https://api.anthropic.com/v1/messages");
        assertThat(provider.maxTokensField()).isEqualTo("max_tokens");
        assertThat(provider.keyRequired()).isTrue();
        assertThat(headers(provider, "k")).isEqualTo(Map.of("x-api-key", "k", "anthropic-version", "2023-06-01"));
    }

    @Test
    void knowsWhoeverIsCompatible() {
        LlmProvider provider = Providers.of("openai-compatible");

        assertThat(provider.dialect()).isEqualTo(Dialect.OPENAI_CHAT);
        assertThat(provider.defaultBaseUrl()).isNull();
        assertThat(provider.maxTokensField()).isEqualTo("max_tokens");
        assertThat(provider.keyRequired()).isFalse();
        assertThat(headers(provider, null)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "groq,       https://api.groq.com/openai/v1, true",
        "deepseek,   https://api.deepseek.com,       true",
        "openrouter, https://openrouter.ai/api/v1,   true",
        "together,   https://api.together.xyz/v1,    true",
        "xai,        https://api.x.ai/v1,            true",
        "vllm,       http://localhost:8000/v1,       false",
        "llama-cpp,  http://localhost:8080/v1,       false"
    })
    void knowsVendorsByName(String name, String baseUrl, boolean keyRequired) {
        LlmProvider provider = Providers.of(name);

        assertThat(provider.name()).isEqualTo(name);
        assertThat(provider.dialect()).isEqualTo(Dialect.OPENAI_CHAT);
        assertThat(provider.uri(provider.defaultBaseUrl(), "m", true)).hasToString(baseUrl + "/chat/completions");
        assertThat(provider.keyRequired()).isEqualTo(keyRequired);
        assertThat(headers(provider, "k")).isEqualTo(Map.of("Authorization", "Bearer k"));
    }

    @Test
    void knowsResponses() {
        LlmProvider provider = Providers.of("openai-responses");

        assertThat(provider.dialect()).isEqualTo(Dialect.OPENAI_RESPONSES);
        assertThat(provider.defaultBaseUrl() + provider.path("m", true))
                .isEqualTo("https://api.openai.com/v1/responses");
        assertThat(provider.maxTokensField()).isEqualTo("max_output_tokens");
        assertThat(headers(provider, "k")).isEqualTo(Map.of("Authorization", "Bearer k"));
    }

    @Test
    void knowsMistral() {
        LlmProvider provider = Providers.of("mistral");

        assertThat(provider.dialect()).isEqualTo(Dialect.OPENAI_CHAT);
        assertThat(provider.uri(provider.defaultBaseUrl(), "m", true))
                .hasToString("https://api.mistral.ai/v1/chat/completions");
        assertThat(provider.maxTokensField()).isEqualTo("max_tokens");
    }

    @ParameterizedTest
    @CsvSource({
        "https://r.openai.azure.com/openai, https://r.openai.azure.com/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21",
        "https://r.openai.azure.com/openai?api-version=2025-01-01-preview, https://r.openai.azure.com/openai/deployments/my%20gpt/chat/completions?api-version=2025-01-01-preview",
        "https://r.openai.azure.com/openai/v1, https://r.openai.azure.com/openai/v1/chat/completions",
        "https://r.openai.azure.com/openai/v1?api-version=preview, https://r.openai.azure.com/openai/v1/chat/completions?api-version=preview",
        "https://r.services.ai.azure.com/models, https://r.services.ai.azure.com/models/chat/completions?api-version=2024-10-21",
        "https://r.services.ai.azure.com/models/?api-version=x, https://r.services.ai.azure.com/models/chat/completions?api-version=x",
    })
    void azureHasAPathPerDeployment(String baseUrl, String uri) {
        assertThat(Providers.of("azure-openai").uri(baseUrl, "my gpt", false)).hasToString(uri);
    }

    @Test
    void azureHasItsOwnHeader() {
        assertThat(headers(Providers.of("azure-openai"), "k")).isEqualTo(Map.of("api-key", "k"));
        assertThat(Providers.of("azure-openai").defaultBaseUrl()).isNull();
    }

    @Test
    void namesTheKnownOnes() {
        assertThatThrownBy(() -> Providers.of("opnai"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'opnai'")
                .hasMessageContaining(String.join(", ", Providers.names()));
    }

    private static Map<String, String> headers(LlmProvider provider, String key) {
        Map<String, String> headers = new TreeMap<>();
        provider.authenticate(key, new OutgoingRequest(URI.create("https://provider/path"), new byte[0], headers::put));
        return headers;
    }
}
