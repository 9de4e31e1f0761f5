/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;

/**
 * Reads one JSON object of a request, says which field is wrong and how, and knows what was not read: {@link #rest()} is
 * what a codec has to keep as native, so that nothing is dropped unseen. One thread.
 */
public final class FieldReader {
    private final Map<String, JsonNode> unread;
    private final String path;

    /** @param path where the object stands in the payload, empty for the payload itself */
    public FieldReader(JsonNode node, String path) throws LlmException {
        if (node == null || !node.isObject()) {
            throw path.isEmpty()
                    ? LlmException.invalid(null, "the request body must be a JSON object")
                    : wrong(path, "an object", node);
        }
        this.unread = Json.fields(node);
        this.path = path;
    }

    /** The field's value, or null where it is absent or null. */
    public JsonNode take(String name) {
        JsonNode value = unread.remove(name);
        return value == null || value.isNull() ? null : value;
    }

    public String string(String name) throws LlmException {
        JsonNode value = take(name);
        if (value != null && !value.isTextual()) {
            throw wrong(pathOf(name), "a string", value);
        }
        return value == null ? null : value.textValue();
    }

    public String requiredString(String name) throws LlmException {
        String value = string(name);
        if (value == null) {
            throw wrong(pathOf(name), "a string", null);
        }
        return value;
    }

    /** What the field's word means, or null: where it is none of these words the field stays unread. */
    public String word(String name, Map<String, String> meanings) {
        JsonNode value = unread.get(name);
        String meaning = value == null ? null : meanings.get(value.asText());
        if (meaning != null) {
            unread.remove(name);
        }
        return meaning;
    }

    public Boolean bool(String name) throws LlmException {
        JsonNode value = take(name);
        if (value != null && !value.isBoolean()) {
            throw wrong(pathOf(name), "true or false", value);
        }
        return value == null ? null : value.booleanValue();
    }

    public Double number(String name) throws LlmException {
        JsonNode value = take(name);
        if (value != null && !value.isNumber()) {
            throw wrong(pathOf(name), "a number", value);
        }
        return value == null ? null : value.doubleValue();
    }

    public Long integer(String name) throws LlmException {
        JsonNode value = take(name);
        if (value != null && !(value.isIntegralNumber() && value.canConvertToLong())) {
            throw wrong(pathOf(name), "an integer", value);
        }
        return value == null ? null : value.longValue();
    }

    public Integer positiveInt(String name) throws LlmException {
        JsonNode value = take(name);
        if (value != null && !(value.isIntegralNumber() && value.canConvertToInt() && value.intValue() > 0)) {
            throw wrong(pathOf(name), "a positive integer", value);
        }
        return value == null ? null : value.intValue();
    }

    /** The strings of an array, or of a single string; empty where the field is absent. */
    public List<String> strings(String name) throws LlmException {
        JsonNode value = take(name);
        List<String> strings = new ArrayList<>();
        if (value != null && value.isTextual()) {
            strings.add(value.textValue());
        } else if (value != null) {
            for (JsonNode item : arrayOf(name, value)) {
                if (!item.isTextual()) {
                    throw wrong(pathOf(name), "a string or an array of strings", item);
                }
                strings.add(item.textValue());
            }
        }
        return strings;
    }

    /** The objects of an array, each with its own reader; empty where the field is absent. */
    public List<FieldReader> objects(String name) throws LlmException {
        JsonNode value = take(name);
        List<FieldReader> objects = new ArrayList<>();
        if (value != null) {
            for (JsonNode item : arrayOf(name, value)) {
                objects.add(new FieldReader(item, pathOf(name) + "[" + objects.size() + "]"));
            }
        }
        return objects;
    }

    /** A reader of the object in the field, or null where the field is absent. */
    public FieldReader object(String name) throws LlmException {
        JsonNode value = take(name);
        return value == null ? null : new FieldReader(value, pathOf(name));
    }

    /** Fields that say nothing that has to be translated. */
    public void ignore(String... names) {
        for (String name : names) {
            unread.remove(name);
        }
    }

    /** Leaves a field out where its value is the dialect's own default. */
    public void ignoreIf(String name, Predicate<JsonNode> isDefault) {
        JsonNode value = unread.get(name);
        if (value != null && isDefault.test(value)) {
            unread.remove(name);
        }
    }

    /** Reads a field's short form as its long one. */
    public void replace(String name, Predicate<JsonNode> isShort, UnaryOperator<JsonNode> longForm) {
        JsonNode value = unread.get(name);
        if (value != null && isShort.test(value)) {
            unread.put(name, longForm.apply(value));
        }
    }

    /** What was not read, without nulls and empty containers. */
    public Map<String, JsonNode> rest() {
        unread.values().removeIf(value -> !Json.present(value));
        return unread;
    }

    /** What was not read, as it is. */
    public Map<String, JsonNode> unread() {
        return unread;
    }

    public LlmException invalid(String name, String reason) {
        return LlmException.invalid(pathOf(name), reason);
    }

    public String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private JsonNode arrayOf(String name, JsonNode value) throws LlmException {
        if (!value.isArray()) {
            throw wrong(pathOf(name), "an array", value);
        }
        return value;
    }

    private static LlmException wrong(String field, String expected, JsonNode actual) {
        String found = actual == null || actual.isMissingNode()
                ? "it is missing"
                : "it is " + actual.getNodeType().name().toLowerCase(Locale.ROOT)
                        + (actual.isNumber() ? " " + actual.asText() : "");
        return LlmException.invalid(field, field + " must be " + expected + ", but " + found);
    }
}
