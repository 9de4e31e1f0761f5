/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What tests of translations do with requests; nothing may be lost. */
public final class Translations {
    private Translations() {}

    public static ObjectNode translate(DialectCodec from, JsonNode request, DialectCodec to) throws LlmException {
        return RequestTranslator.translate(from, request, to, Set.of());
    }

    /** @param field the one that the other dialect has no place for */
    public static void assertRefused(DialectCodec from, JsonNode request, DialectCodec to, String field) {
        assertThatThrownBy(() -> translate(from, request, to)).isInstanceOfSatisfying(LlmException.class, e -> {
            assertThat(e.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
            assertThat(e.field()).isEqualTo(field);
        });
    }

    /** As trees read from text, since a number's type is not part of JSON. */
    public static void assertSame(JsonNode actual, JsonNode expected) throws Exception {
        assertThat(Json.MAPPER.readTree(Json.bytes(actual))).isEqualTo(Json.MAPPER.readTree(Json.bytes(expected)));
    }
}
