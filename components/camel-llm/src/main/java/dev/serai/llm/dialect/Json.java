/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** What every codec does with JSON trees. What a provider sends is read leniently; see {@link FieldReader} for the rest. */
public final class Json {
    private static final int MAX_STRING = 64 * 1024 * 1024;

    /** Payloads that nest deeper are refused. */
    public static final int MAX_DEPTH = 200;

    /** Its parse errors never quote their input. */
    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_STRING)
                            .build())
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
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

    /** @throws LlmException invalid_request saying where the JSON breaks */
    public static JsonNode parseRequest(byte[] body) throws LlmException {
        try {
            return parse(body);
        } catch (StreamConstraintsException e) {
            throw LlmException.invalid(null, "The request body nests deeper than " + MAX_DEPTH + " levels.");
        } catch (JsonProcessingException e) {
            throw LlmException.invalid(null, "The request body is not valid JSON" + where(e.getLocation()) + ".");
        } catch (IOException e) {
            throw LlmException.invalid(null, "The request body is empty or not UTF-8: it has to be a JSON object.");
        }
    }

    /** @throws LlmException output_invalid */
    public static JsonNode parseAnswer(byte[] body) throws LlmException {
        try {
            return parse(body);
        } catch (IOException e) {
            throw LlmException.of(ErrorClass.OUTPUT_INVALID)
                    .code("not_json")
                    .detail("the answer is not JSON")
                    .reason("The model's provider sent an answer that cannot be read.")
                    .build();
        }
    }

    private static JsonNode parse(byte[] body) throws IOException {
        JsonNode tree = MAPPER.readTree(body);
        if (tree == null || tree.isMissingNode()) {
            throw new IOException("empty");
        }
        return tree;
    }

    private static String where(JsonLocation location) {
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }

    /** The fields of an object, in order. */
    public static Map<String, JsonNode> fields(JsonNode node) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        node.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }
}
