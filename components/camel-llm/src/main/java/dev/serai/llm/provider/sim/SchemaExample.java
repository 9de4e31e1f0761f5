/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * Makes an instance of a JSON schema, best effort: const, enum, types, bounds, formats, patterns, local references,
 * allOf, and the first choice of anyOf and oneOf. Recursion is cut at optional properties, nullable values and empty
 * arrays. Not thread-safe.
 */
final class SchemaExample {
    private static final int SHALLOW = 4;
    private static final int DEEPEST = 24;

    private final JsonNode root;
    private final ScalarExamples scalars;

    SchemaExample(JsonNode root, long seed) {
        this.root = root;
        this.scalars = new ScalarExamples(seed);
    }

    JsonNode make() {
        return value(root, 0);
    }

    private JsonNode value(JsonNode given, int depth) {
        JsonNode schema = resolve(given, depth);
        if (!schema.isObject() || depth > DEEPEST) {
            return depth > DEEPEST ? NullNode.getInstance() : TextNode.valueOf(scalars.word());
        }
        if (schema.has("const")) {
            return schema.get("const");
        }
        if (schema.path("enum").size() > 0) {
            return scalars.oneOf(schema.get("enum"));
        }
        return switch (type(schema, depth)) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "integer" -> scalars.integer(schema);
            case "number" -> scalars.number(schema);
            case "boolean" -> BooleanNode.valueOf(scalars.flip());
            case "null" -> NullNode.getInstance();
            default -> scalars.string(schema);
        };
    }

    /** One schema without references and combinations. */
    private JsonNode resolve(JsonNode given, int depth) {
        JsonNode schema = given;
        Set<String> seen = new HashSet<>();
        while (schema.isObject()) {
            if (schema.has("$ref")) {
                String ref = schema.get("$ref").asText();
                if (!seen.add(ref)) {
                    return NullNode.getInstance();
                }
                schema = merge(without(schema, "$ref"), target(ref));
            } else if (schema.path("anyOf").size() > 0) {
                schema = merge(without(schema, "anyOf"), choice(schema.get("anyOf"), depth));
            } else if (schema.path("oneOf").size() > 0) {
                schema = merge(without(schema, "oneOf"), choice(schema.get("oneOf"), depth));
            } else if (schema.path("allOf").size() > 0) {
                JsonNode merged = without(schema, "allOf");
                for (JsonNode part : schema.get("allOf")) {
                    merged = merge(merged, resolve(part, depth));
                }
                schema = merged;
            } else {
                return schema;
            }
        }
        return schema;
    }

    private JsonNode target(String ref) {
        if (ref.equals("#")) {
            return root;
        }
        if (!ref.startsWith("#/")) {
            return SimJson.object();
        }
        JsonNode found = root.at(ref.substring(1));
        return found.isMissingNode() ? SimJson.object() : found;
    }

    /** The first choice; deep down one that ends the recursion. */
    private static JsonNode choice(JsonNode choices, int depth) {
        if (depth > SHALLOW) {
            for (JsonNode choice : choices) {
                if (choice.path("type").asText().equals("null")) {
                    return choice;
                }
            }
        }
        return choices.get(0);
    }

    private static ObjectNode without(JsonNode schema, String key) {
        ObjectNode copy = schema.deepCopy();
        copy.remove(key);
        return copy;
    }

    private static JsonNode merge(JsonNode base, JsonNode other) {
        if (!other.isObject()) {
            return base;
        }
        ObjectNode merged = base.deepCopy();
        for (Map.Entry<String, JsonNode> field : other.properties()) {
            JsonNode present = merged.get(field.getKey());
            if (field.getKey().equals("properties") && present != null) {
                merged.set("properties", merge(present, field.getValue()));
            } else if (field.getKey().equals("required") && present != null) {
                ArrayNode both = present.deepCopy();
                field.getValue().forEach(both::add);
                merged.set("required", both);
            } else if (present == null) {
                merged.set(field.getKey(), field.getValue());
            }
        }
        return merged;
    }

    private static String type(JsonNode schema, int depth) {
        JsonNode type = schema.path("type");
        if (type.isArray()) {
            String first = null;
            for (JsonNode one : type) {
                boolean isNull = one.asText().equals("null");
                if (isNull && depth > SHALLOW) {
                    return "null";
                }
                first = first == null && !isNull ? one.asText() : first;
            }
            return first == null ? "null" : first;
        }
        if (type.isTextual()) {
            return type.asText();
        }
        if (schema.has("properties") || schema.has("required")) {
            return "object";
        }
        if (schema.has("items") || schema.has("prefixItems")) {
            return "array";
        }
        return schema.has("minimum") || schema.has("maximum") ? "number" : "string";
    }

    private ObjectNode object(JsonNode schema, int depth) {
        ObjectNode result = SimJson.object();
        Set<String> required = new HashSet<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            if (depth <= SHALLOW || required.contains(property.getKey())) {
                result.set(property.getKey(), value(property.getValue(), depth + 1));
            }
        }
        JsonNode others = schema.path("additionalProperties");
        for (String name : required) {
            if (!result.has(name)) {
                result.set(name, value(others, depth + 1));
            }
        }
        return result;
    }

    private ArrayNode array(JsonNode schema, int depth) {
        ArrayNode result = SimJson.array();
        JsonNode prefix = schema.path("prefixItems");
        int least = schema.path("minItems").asInt(0);
        int most = schema.path("maxItems").asInt(Integer.MAX_VALUE);
        int wanted = Math.min(most, Math.max(least, depth > SHALLOW ? 0 : Math.max(prefix.size(), 2)));
        boolean unique = schema.path("uniqueItems").asBoolean();
        // a set of few values may have no further one: a bounded number of tries, never fewer than asked without
        // uniqueness
        for (int tries = 0; result.size() < wanted && tries < wanted * 8; tries++) {
            JsonNode item = prefix.has(result.size()) ? prefix.get(result.size()) : schema.path("items");
            JsonNode made = value(item, depth + 1);
            if (!unique || !contains(result, made)) {
                result.add(made);
            }
        }
        return result;
    }

    private static boolean contains(ArrayNode items, JsonNode item) {
        for (JsonNode one : items) {
            if (one.equals(item)) {
                return true;
            }
        }
        return false;
    }
}
