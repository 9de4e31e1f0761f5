/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

/**
 * Gemini takes each field in camelCase and in snake_case, and one object where an array is meant. Here everything is read
 * in camelCase, and arrays are arrays.
 */
final class GeminiNames {
    /** Whose content is the caller's own. */
    private static final Set<String> OPAQUE = Set.of(
            "args", "response", "parameters", "parametersJsonSchema", "responseSchema", "responseJsonSchema", "labels");

    private static final Set<String> ARRAYS = Set.of("contents", "parts", "tools", "functionDeclarations");

    private GeminiNames() {}

    /** A tree in that form; scalars are shared, since nobody changes them. */
    static JsonNode camelCase(JsonNode node) {
        if (node.isArray()) {
            ArrayNode array = Json.array();
            node.forEach(item -> array.add(camelCase(item)));
            return array;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode object = Json.object();
        node.properties().forEach(field -> {
            String name = camelCase(field.getKey());
            JsonNode value = OPAQUE.contains(name) ? field.getValue() : camelCase(field.getValue());
            boolean single = value.isObject() && ARRAYS.contains(name);
            object.set(name, single ? Json.array().add(value) : value);
        });
        return object;
    }

    static String camelCase(String name) {
        if (name.indexOf('_') <= 0) {
            return name;
        }
        StringBuilder camel = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean begins = i > 0 && name.charAt(i - 1) == '_';
            if (c != '_') {
                camel.append(begins ? Character.toUpperCase(c) : c);
            }
        }
        return camel.toString();
    }
}
