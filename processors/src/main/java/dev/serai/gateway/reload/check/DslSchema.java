/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.apache.camel.dsl.yaml.YamlRoutesBuilderLoader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The schema of Camel's YAML DSL, as the DSL's own jar has it. Immutable; read at first use. */
final class DslSchema {
    private static final String RESOURCE = "/schema/camelYamlDsl.json";
    private static final String REF = "#/items/definitions/";

    private static volatile DslSchema instance;

    private final JsonNode items;

    private DslSchema(JsonNode items) {
        this.items = items;
    }

    /**
     * What an object may hold.
     *
     * @param fields   the schema of each field
     * @param required fields it must have
     * @param closed   whether it may hold no others
     * @param single   whether it may hold one only
     */
    record Fields(Map<String, JsonNode> fields, Set<String> required, boolean closed, boolean single) {}

    static DslSchema get() {
        DslSchema schema = instance;
        if (schema == null) {
            schema = read();
            instance = schema;
        }
        return schema;
    }

    /** The schema of one top-level entry. */
    JsonNode entry() {
        return items;
    }

    /** The schema of a model class, e.g. {@code RouteTemplateDefinition}. */
    JsonNode definition(String model) {
        return items.get("definitions").get("org.apache.camel.model." + model);
    }

    /** Follows references. */
    JsonNode resolve(JsonNode schema) {
        JsonNode resolved = schema;
        while (resolved.has("$ref")) {
            resolved =
                    items.get("definitions").get(resolved.get("$ref").asText().substring(REF.length()));
        }
        return resolved;
    }

    /** The variant of a resolved schema that takes values of this type, or the schema itself where it has no variants. */
    JsonNode variant(JsonNode schema, String type) {
        for (JsonNode candidate : schema.path("oneOf")) {
            if (candidate.path("type").asText().equals(type)) {
                return candidate;
            }
        }
        return schema;
    }

    /** What an object of a resolved schema may hold. */
    Fields fields(JsonNode schema) {
        JsonNode variant = variant(schema, "object");
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        boolean closed = collect(variant, fields);
        Set<String> required = new LinkedHashSet<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        variant.path("required").forEach(name -> required.add(name.asText()));
        return new Fields(
                fields, required, closed, variant.path("maxProperties").asInt() == 1);
    }

    /** Gathers the fields of all variants: an expression, say, is one of them and stands beside the EIP's own fields. */
    private boolean collect(JsonNode schema, Map<String, JsonNode> fields) {
        boolean closed = schema.path("additionalProperties").isBoolean();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            fields.merge(property.getKey(), property.getValue(), (old, now) -> old.isEmpty() ? now : old);
        }
        for (String variants : new String[] {"oneOf", "anyOf"}) {
            for (JsonNode variant : schema.path(variants)) {
                closed |= collect(resolve(variant), fields);
            }
        }
        return closed;
    }

    private static DslSchema read() {
        try (InputStream json = YamlRoutesBuilderLoader.class.getResourceAsStream(RESOURCE)) {
            if (json == null) {
                throw new IllegalStateException(RESOURCE + " is not in the jar of Camel's YAML DSL");
            }
            return new DslSchema(new ObjectMapper().readTree(json).get("items"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
