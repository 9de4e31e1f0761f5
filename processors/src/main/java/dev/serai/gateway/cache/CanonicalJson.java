/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;

import dev.serai.llm.dialect.Json;

/** JSON in one form, whatever white space and order of fields it came with. Pure functions. */
public final class CanonicalJson {
    private static final ObjectWriter SORTED =
            Json.MAPPER.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private CanonicalJson() {}

    public static byte[] bytes(JsonNode tree) {
        try {
            return SORTED.writeValueAsBytes(Json.MAPPER.treeToValue(tree, Object.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree that was read can be written", e);
        }
    }
}
