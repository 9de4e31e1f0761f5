/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.Locale;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** JSON schemas: what of them Gemini holds an answer to, and its older OpenAPI form. */
final class GeminiSchemas {
    /** What {@code responseJsonSchema} supports, and what only describes. */
    private static final Set<String> CARRIED = Set.of(
            "type",
            "format",
            "enum",
            "items",
            "prefixItems",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "anyOf",
            "oneOf",
            "properties",
            "additionalProperties",
            "required",
            "propertyOrdering",
            "title",
            "description",
            "default",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly");

    private static final Set<String> NAMED_SCHEMAS = Set.of("properties", "$defs");
    private static final Set<String> NUMBERS =
            Set.of("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties");

    private GeminiSchemas() {}

    /**
     * The schema as Gemini holds an answer to it.
     *
     * @throws LlmException unsupported_feature naming the first keyword that it would not
     */
    static JsonNode carried(JsonNode schema, Losses losses) throws LlmException {
        if (!schema.isObject()) {
            return schema;
        }
        ObjectNode carried = Json.object();
        for (var field : schema.properties()) {
            String keyword = field.getKey();
            if (schema.has("$ref") && !keyword.startsWith("$")) {
                losses.drop(
                        keyword, "the target takes nothing beside a $ref; put " + keyword + " into what it refers to");
            } else if (keyword.equals("const") && isEnumerable(field.getValue())) {
                carried.putArray("enum").add(field.getValue());
            } else if (CARRIED.contains(keyword) || keyword.startsWith("$") || keyword.startsWith("x-")) {
                carried.set(keyword, value(keyword, field.getValue(), losses));
            } else {
                losses.drop(keyword, "the target's JSON schema has no " + keyword + "; describe the rule instead");
            }
        }
        return carried;
    }

    private static boolean isEnumerable(JsonNode value) {
        return value.isTextual() || value.isNumber();
    }

    private static JsonNode value(String keyword, JsonNode value, Losses losses) throws LlmException {
        if (NAMED_SCHEMAS.contains(keyword)) {
            ObjectNode schemas = Json.object();
            for (var named : value.properties()) {
                schemas.set(named.getKey(), carried(named.getValue(), losses));
            }
            return schemas;
        }
        if (keyword.equals("items") || keyword.equals("additionalProperties")) {
            return carried(value, losses);
        }
        if (keyword.equals("anyOf") || keyword.equals("oneOf") || keyword.equals("prefixItems")) {
            ArrayNode schemas = Json.array();
            for (JsonNode schema : value) {
                schemas.add(carried(schema, losses));
            }
            return schemas;
        }
        return value;
    }

    /** The OpenAPI form ({@code responseSchema}, {@code parameters}) as JSON schema. */
    static JsonNode fromOpenApi(JsonNode schema) {
        if (!schema.isObject()) {
            return schema;
        }
        ObjectNode json = Json.object();
        schema.properties().forEach(field -> keyword(field.getKey(), field.getValue(), json));
        if (schema.path("nullable").asBoolean()) {
            ArrayNode types = Json.array();
            if (json.has("type")) {
                json.set("type", types.add(json.get("type")).add("null"));
            }
        }
        return ordered(json, schema.path("propertyOrdering"));
    }

    private static void keyword(String name, JsonNode value, ObjectNode json) {
        switch (GeminiNames.camelCase(name)) {
            case "nullable", "propertyOrdering" -> {
                // made into a type and the order of the properties
            }
            case "type" -> json.put("type", value.asText().toLowerCase(Locale.ROOT));
            case "example" -> json.putArray("examples").add(value);
            case "items" -> json.set("items", fromOpenApi(value));
            case "anyOf" -> {
                ArrayNode schemas = json.putArray("anyOf");
                value.forEach(schema -> schemas.add(fromOpenApi(schema)));
            }
            case "properties" -> {
                ObjectNode properties = json.putObject("properties");
                value.properties().forEach(named -> properties.set(named.getKey(), fromOpenApi(named.getValue())));
            }
            default -> {
                String keyword = GeminiNames.camelCase(name);
                // 64-bit numbers may come as strings
                json.set(keyword, NUMBERS.contains(keyword) && value.isTextual() ? number(value) : value);
            }
        }
    }

    private static JsonNode number(JsonNode text) {
        return Json.object().numberNode(text.asLong());
    }

    private static ObjectNode ordered(ObjectNode json, JsonNode order) {
        if (order.isArray() && json.path("properties").isObject()) {
            ObjectNode properties = (ObjectNode) json.get("properties");
            ObjectNode sorted = Json.object();
            for (JsonNode name : order) {
                if (properties.has(name.asText())) {
                    sorted.set(name.asText(), properties.get(name.asText()));
                }
            }
            properties.properties().forEach(field -> sorted.putIfAbsent(field.getKey(), field.getValue()));
            json.set("properties", sorted);
        }
        return json;
    }
}
