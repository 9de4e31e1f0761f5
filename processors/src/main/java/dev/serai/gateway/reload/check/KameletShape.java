/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.reload.file.RouteFile;

/**
 * Checks a kamelet's file: what it says of itself, and the shape of its template. Camel would read it only when a route
 * first uses it. For one file by one thread.
 */
final class KameletShape {
    /** What the schema knows of a route template and a kamelet says elsewhere. */
    private static final Set<String> NOT_IN_A_KAMELET = Set.of("id", "parameters", "route");

    private static final String NAME = "metadata.name";
    private static final Set<String> TOP = Set.of("apiVersion", "kind", "metadata", "spec");
    private static final Set<String> SPEC = Set.of("definition", "dependencies", "template", "types", "dataTypes");

    private final RouteFile file;

    private KameletShape(RouteFile file) {
        this.file = file;
    }

    /** Throws {@link ConfigException} for the first mistake. */
    static void check(RouteFile file) {
        KameletShape shape = new KameletShape(file);
        shape.header();
        shape.definition();
        shape.template();
    }

    private void header() {
        if (!file.root().isObject()) {
            throw file.error("", "not a kamelet", "start with 'apiVersion:', 'kind: Kamelet', 'metadata:', 'spec:'");
        }
        onlyKeys(file.root(), "", TOP);
        onlyKeys(map("spec"), "spec", SPEC);
        expect("apiVersion", "camel.apache.org/v1");
        expect("kind", "Kamelet");
        map("metadata");
        expect(NAME, file.kameletName());
    }

    private void definition() {
        Set<String> names = new TreeSet<>();
        if (map("spec.definition").has("properties")) {
            for (Map.Entry<String, JsonNode> property :
                    map("spec.definition.properties").properties()) {
                names.add(property.getKey());
                if (!property.getValue().isObject()) {
                    String at = "spec.definition.properties." + property.getKey();
                    throw file.error(
                            at, "'" + property.getKey() + "' is not described", "give it 'title:' and 'type:'");
                }
            }
        }
        JsonNode required = at("spec.definition.required");
        if (required.isValueNode() || required.isObject()) {
            throw file.error("spec.definition.required", "'required' is not a list", "write it in brackets: [a, b]");
        }
        for (int index = 0; index < required.size(); index++) {
            String name = required.get(index).asText();
            if (!names.contains(name)) {
                String at = "spec.definition.required[" + index + "]";
                throw file.error(
                        at,
                        "required '" + name + "' is none of its properties",
                        Spelling.fix(name, "properties", names));
            }
        }
    }

    private void template() {
        ObjectNode template = map("spec.template");
        if (!template.has("from") && !template.has("route")) {
            throw file.error(
                    "spec.template",
                    "the template has no route",
                    "add 'from:' with 'uri: kamelet:source' and 'steps:'");
        }
        Set<String> elsewhere = new TreeSet<>(NOT_IN_A_KAMELET);
        if (template.has("route")) {
            elsewhere.remove("route");
            elsewhere.add("from");
        }
        RouteShape.check(file, template, "spec.template", "RouteTemplateDefinition", elsewhere);
    }

    private void onlyKeys(JsonNode map, String path, Set<String> known) {
        map.properties().forEach(property -> {
            String key = property.getKey();
            if (!known.contains(key)) {
                String at = path.isEmpty() ? key : path + "." + key;
                throw file.error(at, "unknown key '" + at + "' in a kamelet", Spelling.fix(key, "keys", known));
            }
        });
    }

    private void expect(String path, String value) {
        if (!at(path).asText().equals(value)) {
            String problem = at(path).isMissingNode()
                    ? "the kamelet has no '" + path + "'"
                    : "'" + path + "' is '" + at(path).asText() + "', but is to be '" + value + "'";
            throw file.error(
                    path, problem, "write '" + value + "'" + (path.equals(NAME) ? ", or rename the file" : ""));
        }
    }

    private ObjectNode map(String path) {
        if (at(path) instanceof ObjectNode map) {
            return map;
        }
        String problem =
                at(path).isMissingNode() ? "the kamelet has no '" + path + "'" : "'" + path + "' is not a map of keys";
        throw file.error(path, problem, "see routes/patterns/fallback.kamelet.yaml for the form");
    }

    private JsonNode at(String path) {
        JsonNode node = file.root();
        for (String key : List.of(path.split("\\."))) {
            node = node.path(key);
        }
        return node;
    }
}
