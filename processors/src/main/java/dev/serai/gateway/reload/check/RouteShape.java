/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.Paths;
import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.reload.file.RouteFile;

/**
 * Compares a file with the schema of Camel's YAML DSL, and says of the first difference what a reader who knows no schema
 * can mend. A validator's own report would name every variant that did not match. For one file by one thread.
 */
final class RouteShape {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private final DslSchema schema = DslSchema.get();
    private final RouteFile file;

    private RouteShape(RouteFile file) {
        this.file = file;
    }

    /** Checks a file of routes, or throws {@link ConfigException}. */
    static void check(RouteFile file) {
        RouteShape shape = new RouteShape(file);
        JsonNode root = file.root();
        if (!root.isArray()) {
            Set<String> known = new TreeSet<>(
                    shape.schema.fields(shape.schema.entry()).fields().keySet());
            String problem = root.isMissingNode() ? "has no entries" : "not a list";
            throw file.error(
                    "",
                    problem,
                    "write a list of entries, e.g. '- route:'. Known entries: " + String.join(", ", known));
        }
        for (int index = 0; index < root.size(); index++) {
            shape.compare(root.get(index), "[" + index + "]", shape.schema.entry(), "the file");
        }
    }

    /** Checks a part of a file against the schema of a model class, or throws {@link ConfigException}. */
    static void check(RouteFile file, JsonNode node, String at, String model, Set<String> without) {
        RouteShape shape = new RouteShape(file);
        DslSchema.Fields fields = shape.schema.fields(shape.schema.definition(model));
        fields.fields().keySet().removeAll(without);
        fields.required().removeAll(without);
        shape.compareObject((ObjectNode) node, at, fields, at);
    }

    private void compare(JsonNode node, String at, JsonNode unresolved, String name) {
        JsonNode expected = schema.resolve(unresolved);
        if (node instanceof ObjectNode object) {
            refuse(
                    takes(expected, "object"),
                    at,
                    "'" + name + "' has keys below it, but is to be " + kind(expected),
                    fix(expected));
            compareObject(object, at, schema.fields(expected), name);
        } else if (node.isArray()) {
            refuse(
                    takes(expected, "array"),
                    at,
                    "'" + name + "' is a list, but is to be " + kind(expected),
                    fix(expected));
            for (int index = 0; index < node.size(); index++) {
                compare(node.get(index), at + "[" + index + "]", expected.path("items"), name);
            }
        } else {
            compareText(node.asText(), at, expected, name);
        }
    }

    private void compareObject(ObjectNode object, String at, DslSchema.Fields fields, String name) {
        if (fields.fields().isEmpty()) {
            return;
        }
        for (Map.Entry<String, JsonNode> property : object.properties()) {
            String key = property.getKey();
            JsonNode expected = fields.fields().get(key);
            if (expected != null) {
                compare(property.getValue(), Paths.join(at, key), expected, key);
            } else if (fields.closed()) {
                throw unknown(key, Paths.join(at, key), fields, name);
            }
        }
        if (fields.single() && object.size() > 1) {
            String keys = String.join(
                    "' and '", object.propertyStream().map(Map.Entry::getKey).toList());
            throw file.error(
                    at, "'" + keys + "' stand in one entry", "give each a '-' of its own, or indent the second");
        }
        for (String required : fields.required()) {
            refuse(
                    object.has(required),
                    at,
                    "'" + name + "' has no '" + required + "'",
                    "add '" + required + ":' to it");
        }
    }

    private ConfigException unknown(String key, String at, DslSchema.Fields fields, String name) {
        boolean step = fields.single() && !name.equals("the file");
        String kind = step ? "EIPs" : name.equals("the file") ? "entries" : "fields";
        String problem = step
                ? "unknown EIP '" + key + "'"
                : "unknown " + (kind.equals("fields") ? "field '" : "entry '") + key + "' in '" + name + "'";
        return file.error(
                at,
                problem.replace("'the file'", "the file"),
                Spelling.fix(key, kind, fields.fields().keySet()));
    }

    private void compareText(String text, String at, JsonNode expected, String name) {
        String type = expected.path("type").asText();
        if (text.contains("{{")) {
            return;
        }
        boolean fits =
                switch (type) {
                    case "number", "integer" -> NUMBER.matcher(text).matches();
                    case "boolean" -> text.equals("true") || text.equals("false");
                    default -> takes(expected, "string");
                };
        refuse(fits, at, "'" + name + "' is '" + text + "', but is to be " + kind(expected), fix(expected));
        Set<String> values = new TreeSet<>();
        expected.path("enum").forEach(value -> values.add(value.asText()));
        boolean known = values.isEmpty() || values.stream().anyMatch(text::equalsIgnoreCase);
        refuse(
                known,
                at,
                "'" + name + "' is '" + text + "', which it does not know",
                Spelling.fix(text, "values", values));
    }

    private boolean takes(JsonNode expected, String type) {
        JsonNode variant = schema.variant(expected, type);
        return !variant.has("type") && !expected.has("oneOf")
                || variant.path("type").asText().equals(type);
    }

    private static String kind(JsonNode expected) {
        return switch (expected.path("type").asText()) {
            case "array" -> "a list";
            case "object" -> "keys and their values";
            case "number", "integer" -> "a number";
            case "boolean" -> "true or false";
            default -> "a single value";
        };
    }

    private static String fix(JsonNode expected) {
        return switch (expected.path("type").asText()) {
            case "array" -> "write its entries below it, each with a '-'";
            case "object" -> "put its keys below it, indented; {} where it has none";
            case "number", "integer" -> "write digits only";
            case "boolean" -> "write true or false";
            default -> "write one value behind the colon";
        };
    }

    private void refuse(boolean fits, String at, String problem, String fix) {
        if (!fits) {
            throw file.error(at, problem, fix);
        }
    }
}
