/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.io.UncheckedIOException;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

/** The package's one JSON and one YAML mapper. Thread-safe. */
final class SimJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private SimJson() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    static byte[] bytes(JsonNode node) {
        try {
            return JSON.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode read(byte[] body) throws IOException {
        return JSON.readTree(body);
    }

    /** Whether it is there and is no number of this range. */
    static boolean outside(JsonNode value, double least, double most) {
        boolean given = !value.isMissingNode() && !value.isNull();
        return given && !(value.isNumber() && value.asDouble() >= least && value.asDouble() <= most);
    }

    /** Reads YAML, and JSON with it; an empty document is an empty object. */
    static JsonNode readYaml(String text) {
        try {
            JsonNode node = YAML.readTree(text);
            return node == null || node.isMissingNode() || node.isNull() ? object() : node;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "sim script: not readable as YAML or JSON: " + e.getOriginalMessage(), e);
        }
    }
}
