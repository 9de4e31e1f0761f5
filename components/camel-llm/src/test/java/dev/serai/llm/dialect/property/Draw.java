/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

/**
 * The choices that a generator makes, one after the other. Zero is the simplest of each, and so is every choice after the
 * last: whatever shrinks the list makes the case simpler, and it stays a valid one. For one use by one thread.
 */
final class Draw {
    private static final String[] WORDS = {
        "a",
        "two words",
        "Grüße",
        "日本語",
        "😀 ok",
        "line\nbreak",
        "\"quoted\"",
        " spaced ",
        "tab\there",
        "{not json",
        "\u2028"
    };

    private final List<Integer> choices;
    private int at;
    private int number;

    Draw(List<Integer> choices) {
        this.choices = choices;
    }

    /** 0 to n - 1. */
    int below(int n) {
        return at < choices.size() ? choices.get(at++) % n : 0;
    }

    /** True once in n times. */
    boolean in(int n) {
        return below(n) == n - 1;
    }

    @SafeVarargs
    final <T> T one(T... options) {
        return options[below(options.length)];
    }

    /** Some text, never blank and without an empty line. */
    String text() {
        StringBuilder text = new StringBuilder(one(WORDS));
        for (int more = below(3); more > 0; more--) {
            text.append(one(WORDS));
        }
        return text.toString();
    }

    /** Never drawn before. */
    String unique(String prefix) {
        return prefix + number++;
    }

    /** In eighths, which every number type holds exactly. */
    double eighths(int from, int to) {
        return (from + below(to - from + 1)) / 8.0;
    }

    /** Of a picture of this kind, as far as its first bytes tell. */
    String picture(String kind) {
        String start =
                switch (kind) {
                    case "png" -> "iVBORw0K";
                    case "gif" -> "R0lGODlh";
                    case "webp" -> "UklGRiQA";
                    default -> "/9j/4AAQ";
                };
        return start + one("", "AAAA", "+/+/");
    }

    ObjectNode object() {
        ObjectNode object = Json.object();
        for (int fields = below(4); fields > 0; fields--) {
            object.set(one("k", "city", "n_1", "ключ", "enabled"), value(2));
        }
        return object;
    }

    private JsonNode value(int depth) {
        return switch (below(depth == 0 ? 4 : 6)) {
            case 0 -> Json.object().textNode(text());
            case 1 -> Json.object().numberNode(below(1000) - 500);
            case 2 -> Json.object().numberNode(eighths(-20, 20));
            case 3 -> Json.object().booleanNode(in(2));
            case 4 -> Json.array().add(value(depth - 1)).add(value(depth - 1));
            default -> Json.object().set("in", value(depth - 1));
        };
    }

    /** Of an object, within what every dialect holds to; once in ten times with a keyword that Gemini does not have. */
    ObjectNode schema() {
        ObjectNode schema = Json.object().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        List<String> names = new ArrayList<>();
        for (int count = below(4); count > 0; count--) {
            String name = one("city", "unit", "n_1", "stop", "temperature");
            properties.set(name, property());
            names.add(name);
        }
        if (!names.isEmpty() && in(2)) {
            schema.putArray("required").add(names.get(0));
        }
        if (in(2)) {
            schema.put("additionalProperties", false);
        }
        if (in(10)) {
            properties.putObject("zip").put("type", "string").put("pattern", "[0-9]+");
        }
        return schema;
    }

    private ObjectNode property() {
        ObjectNode property = Json.object();
        switch (below(4)) {
            case 0 -> property.put("type", "string");
            case 1 -> property.put("type", "integer").put("minimum", 1);
            case 2 -> property.put("type", "array").putObject("items").put("type", "number");
            default -> property.put("type", "string").putArray("enum").add("a").add("b");
        }
        return in(3) ? property.put("description", text()) : property;
    }

    @Override
    public String toString() {
        return choices.toString();
    }
}
