/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.LlmException;

/**
 * Changes top-level fields of a JSON object in its UTF-8 bytes and leaves every other byte as it is. A field that stands
 * there more than once is changed in every place, so that it does not matter which one a reader takes. One thread.
 */
public final class JsonSplice {
    /** Sizes and depth are limited where a payload enters, not here. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private record Field(String name, int start, int valueStart, int end) {}

    private final byte[] json;
    private final int base;
    private final List<Field> fields = new ArrayList<>();
    /** New value by field name; null removes the field. */
    private final Map<String, JsonNode> edits = new LinkedHashMap<>();

    private final Map<String, Map<String, JsonNode>> nestedEdits = new LinkedHashMap<>();
    private int afterBrace;

    /** @throws LlmException invalid_request where the bytes are not one JSON object in UTF-8 */
    public JsonSplice(byte[] json) throws LlmException {
        this.json = json;
        this.base = startsWithByteOrderMark(json) ? 3 : 0;
        try (JsonParser parser = FACTORY.createParser(json, base, json.length - base)) {
            index(parser);
        } catch (IOException e) {
            throw LlmException.invalid(null, "the request body is not valid JSON");
        }
    }

    /** The field's value (the last one where there are several), or null where it is absent or null. */
    public JsonNode get(String field) {
        for (int i = fields.size() - 1; i >= 0; i--) {
            if (fields.get(i).name.equals(field)) {
                JsonNode value = valueOf(fields.get(i));
                return value.isNull() ? null : value;
            }
        }
        return null;
    }

    /** Replaces the field's value, or adds the field at the end. */
    public JsonSplice set(String field, JsonNode value) {
        edits.put(field, value);
        return this;
    }

    public JsonSplice remove(String field) {
        return set(field, null);
    }

    /** The field under another name; a value that stands there already stays. */
    public JsonSplice rename(String from, String to) {
        JsonNode value = get(from);
        if (value == null) {
            return this;
        }
        if (get(to) == null) {
            set(to, value);
        }
        return remove(from);
    }

    /** Sets a field of the object in a top-level field; makes that object where there is none. A null value removes. */
    public JsonSplice setNested(String parent, String field, JsonNode value) {
        nestedEdits.computeIfAbsent(parent, name -> new LinkedHashMap<>()).put(field, value);
        return this;
    }

    /** The bytes with all edits made. */
    public byte[] toBytes() throws LlmException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length + 128);
        out.write(json, 0, fields.isEmpty() ? afterBrace : fields.get(0).start);
        boolean first = true;
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (edits.containsKey(field.name) && edits.get(field.name) == null) {
                continue;
            }
            if (!first) {
                int separator = fields.get(i - 1).end;
                out.write(json, separator, field.start - separator);
            }
            first = false;
            out.write(json, field.start, field.valueStart - field.start);
            out.writeBytes(newValue(field));
        }
        addMissing(out, first);
        int end = fields.isEmpty() ? afterBrace : fields.get(fields.size() - 1).end;
        out.write(json, end, json.length - end);
        return out.toByteArray();
    }

    private byte[] newValue(Field field) throws LlmException {
        JsonNode value = edits.get(field.name);
        if (value != null) {
            return Json.bytes(value);
        }
        byte[] old = Arrays.copyOfRange(json, field.valueStart, field.end);
        Map<String, JsonNode> nested = nestedEdits.get(field.name);
        if (nested == null) {
            return old;
        }
        return old[0] == '{' ? nestedValue(old, nested) : newObject(nested);
    }

    private static byte[] nestedValue(byte[] object, Map<String, JsonNode> edits) throws LlmException {
        JsonSplice splice = new JsonSplice(object);
        edits.forEach(splice::set);
        return splice.toBytes();
    }

    private static byte[] newObject(Map<String, JsonNode> edits) throws LlmException {
        return nestedValue(new byte[] {'{', '}'}, edits);
    }

    private void addMissing(ByteArrayOutputStream out, boolean first) throws LlmException {
        Map<String, byte[]> missing = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> edit : edits.entrySet()) {
            if (edit.getValue() != null && !has(edit.getKey())) {
                missing.put(edit.getKey(), Json.bytes(edit.getValue()));
            }
        }
        for (Map.Entry<String, Map<String, JsonNode>> edit : nestedEdits.entrySet()) {
            edit.getValue().values().removeIf(value -> value == null && !has(edit.getKey()));
            if (!edit.getValue().isEmpty() && !has(edit.getKey())) {
                missing.put(edit.getKey(), newObject(edit.getValue()));
            }
        }
        boolean comma = !first;
        for (Map.Entry<String, byte[]> field : missing.entrySet()) {
            if (comma) {
                out.write(',');
            }
            comma = true;
            out.writeBytes(Json.bytes(TextNode.valueOf(field.getKey())));
            out.write(':');
            out.writeBytes(field.getValue());
        }
    }

    private boolean has(String name) {
        return fields.stream().anyMatch(field -> field.name.equals(name));
    }

    private JsonNode valueOf(Field field) {
        try {
            return Json.MAPPER.readTree(json, field.valueStart, field.end - field.valueStart);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void index(JsonParser parser) throws IOException, LlmException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw LlmException.invalid(null, "the request body must be a JSON object");
        }
        if (parser.currentTokenLocation().getByteOffset() < 0) {
            throw LlmException.invalid(null, "the request body must be encoded as UTF-8");
        }
        afterBrace = offset(parser) + 1;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            int start = offset(parser);
            JsonToken token = parser.nextToken();
            int valueStart = offset(parser);
            fields.add(new Field(name, start, valueStart, endOfValue(parser, token, valueStart)));
        }
        if (parser.nextToken() != null) {
            throw LlmException.invalid(null, "the request body has more than one JSON value");
        }
    }

    /** Found in the bytes for scalars, since a parser may have read further than the token it is at. */
    private int endOfValue(JsonParser parser, JsonToken token, int start) throws IOException {
        if (token.isStructStart()) {
            parser.skipChildren();
            return offset(parser) + 1;
        }
        parser.finishToken();
        if (token == JsonToken.VALUE_STRING) {
            int at = start + 1;
            while (json[at] != '"') {
                at += json[at] == '\\' ? 2 : 1;
            }
            return at + 1;
        }
        return start + parser.getTextLength();
    }

    private int offset(JsonParser parser) {
        return base + (int) parser.currentTokenLocation().getByteOffset();
    }

    private static boolean startsWithByteOrderMark(byte[] json) {
        return json.length > 2 && json[0] == (byte) 0xEF && json[1] == (byte) 0xBB && json[2] == (byte) 0xBF;
    }
}
