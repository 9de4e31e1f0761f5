/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What every codec does with JSON trees. What a provider sends is read leniently; see {@link FieldReader} for the rest. */
public final class Json {
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Whether there is something: no null, no missing node, no empty container. */
    public static boolean present(JsonNode node) {
        return node != null && !node.isNull() && !node.isMissingNode() && !(node.isContainerNode() && node.isEmpty());
    }

    /** The field's string, or null where it is no string. */
    public static String text(JsonNode node, String field) {
        return node.path(field).textValue();
    }

    /** The field's string, or null where it is no string or an empty one. */
    public static String nonEmpty(JsonNode node, String field) {
        String text = text(node, field);
        return text == null || text.isEmpty() ? null : text;
    }

    /** The JSON object in a text, an empty one for a blank text, or null where it holds none. */
    public static ObjectNode parseObject(String text) {
        if (text.isBlank()) {
            return object();
        }
        try {
            return MAPPER.readTree(text) instanceof ObjectNode object ? object : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    public static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The fields of an object, in order. */
    public static Map<String, JsonNode> fields(JsonNode node) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        node.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }
}
