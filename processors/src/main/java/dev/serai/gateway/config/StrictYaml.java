/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One data file, read strictly: unknown, duplicate and empty keys are refused, placeholders are resolved, and records
 * check themselves. Every method throws {@link ConfigException}. For one load by one thread; what it returns is immutable.
 */
public final class StrictYaml {
    /** The record component that takes the entry's own key; it cannot be written in the file. */
    static final String NAME = "name";

    private final Positions positions;
    private final ObjectNode root;
    private final Binder binder = new Binder();

    private StrictYaml(Positions positions, ObjectNode root) {
        this.positions = positions;
        this.root = root;
    }

    /**
     * Parses a file.
     *
     * @param placeholders gets each value that has a placeholder in it, e.g. CamelContext::resolvePropertyPlaceholders
     */
    public static StrictYaml read(Path file, UnaryOperator<String> placeholders) {
        return parse(file, YamlTree.text(file), placeholders);
    }

    /** Parses text that was read from that file, in the same way. */
    public static StrictYaml parse(Path file, String text, UnaryOperator<String> placeholders) {
        YamlTree tree = YamlTree.parse(file, text, placeholders);
        return switch (tree.root()) {
            case ObjectNode root -> new StrictYaml(tree.positions(), root);
            case MissingNode empty -> new StrictYaml(tree.positions(), new ObjectNode(JsonNodeFactory.instance));
            default -> throw tree.error("", "not a map of keys", "start with 'key:'");
        };
    }

    /** Refuses any other key at the top of the file. */
    public StrictYaml onlyKeys(String... known) {
        List<String> keys = Arrays.asList(known);
        root.fieldNames().forEachRemaining(key -> {
            if (!keys.contains(key)) {
                throw new BindingErrors(positions, "", "").unknownKey(key, keys);
            }
        });
        return this;
    }

    /** Lays the map under {@code defaults} below each entry of {@code section}: lists and values replace, maps merge. */
    public StrictYaml withDefaults(String defaults, String section) {
        if (root.has(defaults)) {
            ObjectNode base = map(root, defaults, defaults);
            for (String name : names(section)) {
                String path = Paths.join(section, name);
                Trees.fill(map(map(root, section, section), name, path), base);
                positions.inherit(path, defaults);
            }
        }
        return this;
    }

    /** From here on a component of type {@code type} is written in the file as the name of one of {@code known}. */
    public <T> StrictYaml withReferences(Class<T> type, String kind, Map<String, T> known) {
        binder.reference(type, kind, known);
        return this;
    }

    /** The entries of a section by name, in the order of the file; {@code label} is what an error calls one of them. */
    public <T extends Record> Map<String, Located<T>> entries(String section, String label, Class<T> type) {
        Map<String, Located<T>> entries = new LinkedHashMap<>();
        for (String name : names(section)) {
            String path = Paths.join(section, name);
            ObjectNode entry = map(map(root, section, section), name, path);
            entries.put(name, bindNamed(entry, name, path, label + " '" + name + "': ", type));
        }
        return Collections.unmodifiableMap(entries);
    }

    /** The whole file as one record. */
    public <T extends Record> Located<T> whole(Class<T> type) {
        return bind(root, "", "", type);
    }

    private <T extends Record> Located<T> bindNamed(
            ObjectNode entry, String name, String path, String label, Class<T> type) {
        List<String> keys = Arrays.stream(type.getRecordComponents())
                .map(component -> component.getName())
                .toList();
        if (!keys.contains(NAME)) {
            return bind(entry, path, label, type);
        }
        if (entry.has(NAME)) {
            throw new BindingErrors(positions, path, label).unknownKey(NAME, keys);
        }
        return bind(entry.deepCopy().put(NAME, name), path, label, type);
    }

    private <T extends Record> Located<T> bind(ObjectNode node, String path, String label, Class<T> type) {
        BindingErrors errors = new BindingErrors(positions, path, label);
        errors.refuseUnknownKeys(node, "", type);
        try {
            return new Located<>(binder.bind(node, type), positions, path, label);
        } catch (JsonMappingException e) {
            throw errors.translate(e);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree cannot fail to parse", e);
        }
    }

    private List<String> names(String section) {
        List<String> names = new ArrayList<>();
        if (root.has(section)) {
            map(root, section, section).fieldNames().forEachRemaining(names::add);
        }
        return names;
    }

    private ObjectNode map(ObjectNode parent, String key, String path) {
        if (parent.get(key) instanceof ObjectNode object) {
            return object;
        }
        throw positions.error(path, "'" + path + "' is not a map of keys", "put its keys below it, indented");
    }
}
