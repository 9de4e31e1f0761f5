/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Turns what Jackson says about a record into what an operator can act on. Jackson's own messages are dropped: they quote
 * the values that placeholders resolved to.
 */
final class BindingErrors {
    private final Positions positions;
    private final String path;
    private final String label;

    BindingErrors(Positions positions, String path, String label) {
        this.positions = positions;
        this.path = path;
        this.label = label;
    }

    ConfigException translate(JsonMappingException failure) {
        String at = failure.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .reduce("", Paths::join);
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidValueException invalid) {
                return broken(Paths.join(at, invalid.key()), invalid);
            }
        }
        return switch (failure) {
            case UnrecognizedPropertyException unknown -> unknownKey(at, unknown);
            case MismatchedInputException mismatch -> wrongType(at, mismatch.getTargetType());
            default ->
                positions.error(
                        Paths.join(path, at), label + at + " cannot be read", "see the cause", failure.getCause());
        };
    }

    /** Looks for unknown keys before binding: else a misspelt key would be reported as a missing one. */
    void refuseUnknownKeys(ObjectNode node, String at, Class<?> type) {
        Map<String, Class<?>> components = new TreeMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            components.put(component.getName(), component.getType());
        }
        node.properties().forEach(property -> {
            String key = Paths.join(at, property.getKey());
            Class<?> expected = components.get(property.getKey());
            if (expected == null) {
                throw unknownKey(key, components.keySet());
            }
            if (expected.isRecord() && property.getValue() instanceof ObjectNode inner) {
                refuseUnknownKeys(inner, key, expected);
            }
        });
    }

    ConfigException unknownKey(String at, Collection<?> knownIds) {
        Collection<String> known = knownIds.stream()
                .map(String::valueOf)
                .filter(key -> !key.equals(StrictYaml.NAME))
                .collect(Collectors.toCollection(TreeSet::new));
        String key = at.substring(at.lastIndexOf('.') + 1);
        return positions.error(
                Paths.join(path, at), label + "unknown key '" + at + "'", Spelling.fix(key, "keys", known));
    }

    private ConfigException unknownKey(String at, UnrecognizedPropertyException unknown) {
        return unknownKey(at, unknown.getKnownPropertyIds());
    }

    private ConfigException wrongType(String at, Class<?> type) {
        if (type == Integer.class || type == int.class || type == Long.class || type == long.class) {
            return error(at, "is not a whole number in range", "write digits only, e.g. 128000");
        }
        if (type == Double.class || type == double.class) {
            return error(at, "is not a number", "write it as 12 or 0.5");
        }
        if (type == Boolean.class || type == boolean.class) {
            return error(at, "is neither true nor false", "write true or false");
        }
        if (type != null && Collection.class.isAssignableFrom(type)) {
            return error(at, "is not a list", "write it in brackets: [a, b]");
        }
        if (type != null && (type.isRecord() || Map.class.isAssignableFrom(type))) {
            return error(at, "is not a map of keys", "put its keys below it, or write {key: value}");
        }
        return error(at, "is not a single value", "write one value, not a list or a map");
    }

    private ConfigException broken(String at, InvalidValueException invalid) {
        String text = invalid.quotable() ? positions.text(Paths.join(path, at)) : null;
        return error(at, text, invalid.rule(), invalid.fix());
    }

    private ConfigException error(String at, String rule, String fix) {
        return error(at, positions.text(Paths.join(path, at)), rule, fix);
    }

    private ConfigException error(String at, String text, String rule, String fix) {
        String subject = at + (text == null ? "" : " '" + text + "'");
        return positions.error(Paths.join(path, at), label + (subject + " " + rule).strip(), fix);
    }
}
