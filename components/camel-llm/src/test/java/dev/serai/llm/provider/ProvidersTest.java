/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

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

    @Test
    void namesTheKnownOnes() {
        assertThatThrownBy(() -> Providers.of("opnai"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'opnai'")
                .hasMessageContaining("openai, openai-compatible");
    }

    private static Map<String, String> headers(LlmProvider provider, String key) {
        Map<String, String> headers = new TreeMap<>();
        provider.authenticate(key, new OutgoingRequest(URI.create("https://provider/path"), new byte[0], headers::put));
        return headers;
    }
}
