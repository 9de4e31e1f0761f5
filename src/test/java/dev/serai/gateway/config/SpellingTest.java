/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SpellingTest {
    private static final List<String> KEYS = List.of("region", "uri", "retention");

    @Test
    void findsTheLikelyWord() {
        assertThat(Spelling.closest("regoin", KEYS)).contains("region");
        assertThat(Spelling.closest("uir", KEYS)).contains("uri");
        assertThat(Spelling.closest("weight", KEYS)).isEmpty();
    }

    @Test
    void saysWhatThereIs() {
        assertThat(Spelling.fix("regoin", "keys", KEYS))
                .isEqualTo("did you mean 'region'? Known keys: region, retention, uri");
        assertThat(Spelling.fix("x", "credentials", List.of())).isEqualTo("there are no credentials yet: add it first");
    }
}
