/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Reads the keys of one object of a script, strictly: a wrong value and a key that nobody asked for are errors naming
 * key, value and rule. Values may be text, as they are in URI options. Not thread-safe.
 */
final class ScriptFields {
    private static final Pattern SIMPLE_DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m)");
    private static final Duration LONGEST = Duration.ofDays(1);

    private final String where;
    private final JsonNode node;
    private final Set<String> known = new HashSet<>();

    /** @param where the path of this object with its dot at the end, empty for the root */
    ScriptFields(String where, JsonNode node) {
        this.where = where;
        this.node = node;
        if (!node.isObject()) {
            String name = where.isEmpty() ? "script" : where.substring(0, where.length() - 1);
            throw new IllegalArgumentException(message(name, node, "must be an object"));
        }
    }

    boolean has(String key) {
        known.add(key);
        return node.hasNonNull(key);
    }

    JsonNode node(String key) {
        known.add(key);
        return node.get(key);
    }

    String text(String key, String otherwise) {
        return has(key) ? scalar(key, "must be a text") : otherwise;
    }

    Integer count(String key, Integer otherwise, int least, int most) {
        if (!has(key)) {
            return otherwise;
        }
        String rule = "must be a whole number from " + least + " to " + most;
        try {
            int value = Integer.parseInt(scalar(key, rule));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw error(key, rule);
        }
        throw error(key, rule);
    }

    long number(String key, long otherwise) {
        String rule = "must be a whole number";
        try {
            return has(key) ? Long.parseLong(scalar(key, rule)) : otherwise;
        } catch (NumberFormatException e) {
            throw error(key, rule);
        }
    }

    double share(String key, double otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        String rule = "must be a number from 0 to 1";
        try {
            double value = Double.parseDouble(scalar(key, rule));
            if (value >= 0 && value <= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw error(key, rule);
        }
        throw error(key, rule);
    }

    boolean flag(String key, boolean otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        return switch (scalar(key, "must be true or false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw error(key, "must be true or false");
        };
    }

    Duration duration(String key, Duration otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        String rule = "must be a duration such as 200ms, 4s or PT1S, at most a day";
        Duration value = parse(scalar(key, rule));
        if (value == null || value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw error(key, rule);
        }
        return value;
    }

    /** The object under a key. */
    ScriptFields object(String key) {
        return new ScriptFields(where + key + ".", node(key));
    }

    /** The objects of the list under a key. */
    List<ScriptFields> objects(String key) {
        JsonNode list = node(key);
        if (!list.isArray()) {
            throw error(key, "must be a list");
        }
        List<ScriptFields> result = new ArrayList<>();
        for (JsonNode item : list) {
            result.add(new ScriptFields(where + key + "[" + (result.size() + 1) + "].", item));
        }
        return result;
    }

    /** Call it last: complains of the first key that was not read. */
    void noOthers() {
        node.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                throw error(key, "is not a key here; known are " + String.join(", ", new TreeSet<>(known)));
            }
        });
    }

    IllegalArgumentException error(String key, String rule) {
        return new IllegalArgumentException(message(where + key, node.get(key), rule));
    }

    private String scalar(String key, String rule) {
        JsonNode value = node.get(key);
        if (!value.isValueNode()) {
            throw error(key, rule);
        }
        return value.asText();
    }

    private static Duration parse(String text) {
        Matcher simple = SIMPLE_DURATION.matcher(text);
        if (simple.matches() && text.length() < 16) {
            long nanosPerUnit =
                    switch (simple.group(2)) {
                        case "ms" -> 1_000_000L;
                        case "s" -> 1_000_000_000L;
                        default -> 60_000_000_000L;
                    };
            BigDecimal nanos = new BigDecimal(simple.group(1)).multiply(BigDecimal.valueOf(nanosPerUnit));
            return nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0 ? null : Duration.ofNanos(nanos.longValue());
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static String message(String key, JsonNode value, String rule) {
        String shown = value == null ? "" : " = " + (value.isTextual() ? "'" + value.asText() + "'" : value.toString());
        return "sim script: " + key + (shown.length() > 120 ? shown.substring(0, 120) + "…" : shown) + ": " + rule;
    }
}
