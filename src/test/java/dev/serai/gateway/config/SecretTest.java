/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SecretTest {
    private static final String VALUE = "sk-proj-do-not-show";

    private record Holder(String name, Secret key) {}

    @Test
    void textIsMasked() {
        Holder holder = new Holder("openai", Secret.of(VALUE));

        assertThat(holder.toString()).isEqualTo("Holder[name=openai, key=****]");
        assertThat(Secret.of("").toString()).isEqualTo("(empty)");
    }

    @Test
    void jacksonRefusesItEvenWithFieldAccess() {
        JsonMapper eager = JsonMapper.builder()
                .visibility(PropertyAccessor.ALL, Visibility.ANY)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .build();

        assertThatThrownBy(() -> eager.writeValueAsString(new Holder("openai", Secret.of(VALUE))))
                .isInstanceOf(JsonMappingException.class)
                .hasMessageContaining("never written as JSON")
                .hasMessageNotContaining(VALUE);
    }

    @Test
    void refusesAnUnresolvedPlaceholderWithoutRepeatingIt() {
        assertThatThrownBy(() -> Secret.of("sk-{{env:KEY}}"))
                .hasMessage("still has a placeholder in it")
                .hasMessageNotContaining("sk-");
    }

    @Test
    void equalsByValue() {
        assertThat(Secret.of(VALUE)).isEqualTo(Secret.of(VALUE)).hasSameHashCodeAs(Secret.of(VALUE));
        assertThat(Secret.of(VALUE)).isNotEqualTo(Secret.of("other")).isNotEqualTo(VALUE);
    }
}
