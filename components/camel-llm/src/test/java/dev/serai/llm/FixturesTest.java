/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FixturesTest {
    @ParameterizedTest
    @ValueSource(strings = {"openai-chat", "anthropic-messages", "bedrock-converse", "embeddings-moderation-batch"})
    void readsEveryCase(String provider) {
        assertThat(Fixtures.of(provider)).isNotEmpty().allSatisfy(fixture -> {
            assertThat(fixture.id()).startsWith(provider + "/");
            assertThat(fixture.meta().path("id").asText()).isEqualTo(fixture.id());
        });
    }

    @Test
    void anUnknownProviderFails() {
        assertThatThrownBy(() -> Fixtures.of("no-such-provider")).hasMessageContaining("no-such-provider");
    }
}
