/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;

/**
 * One walk over a payload: how deep it nests, how many characters the model will read, and which features the types and
 * fields in it ask for. It recurses as deep as the parser let the payload nest. One thread.
 */
public final class PayloadScan {
    /** Whose content is the caller's own: a "type" in there means nothing to the dialect. */
    private static final Set<String> OPAQUE = Set.of("parameters", "input_schema", "inputSchema", "input", "schema");
    /** Strings that a model does not read as text. */
    private static final Set<String> NO_TEXT = Set.of(
            "type",
            "role",
            "id",
            "tool_call_id",
            "call_id",
            "encrypted_content",
            "file_url",
            "tool_use_id",
            "file_id",
            "url",
            "data",
            "file_data",
            "media_type",
            "signature",
            "detail",
            "ttl",
            "format",
            "image_url",
            "mimeType",
            "fileUri",
            "thoughtSignature",
            "bytes",
            "images",
            "toolUseId");

    private final Map<String, String> featureOfType;
    private final Set<String> features = new TreeSet<>();
    private long promptChars;
    private int depth;

    /**
     * @param featureOfType feature by the value of a {@code type} field
     * @param promptFields  top-level fields that the model reads
     */
    public PayloadScan(JsonNode payload, Map<String, String> featureOfType, Set<String> promptFields) {
        this.featureOfType = featureOfType;
        this.depth = 1;
        payload.properties().forEach(field -> {
            if (promptFields.contains(field.getKey())) {
                prompt(field.getValue(), field.getKey(), 2, false);
            } else {
                measure(field.getValue(), 2);
            }
        });
    }

    /** Sorted; more may be added. */
    public Set<String> features() {
        return features;
    }

    public PayloadScan feature(String name, boolean wanted) {
        if (wanted) {
            features.add(name);
        }
        return this;
    }

    public long promptChars() {
        return promptChars;
    }

    public int depth() {
        return depth;
    }

    /**
     * The messages of a payload: a non-empty array of objects with a known role.
     *
     * @throws LlmException invalid_request naming the message
     */
    public static JsonNode messages(JsonNode payload, Set<String> roles) throws LlmException {
        JsonNode messages = payload.path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            throw LlmException.invalid("messages", "messages must be an array with at least one message");
        }
        for (int i = 0; i < messages.size(); i++) {
            String at = "messages[" + i + "]";
            if (!messages.get(i).isObject()) {
                throw LlmException.invalid(at, at + " must be an object with role and content");
            }
            String role = Json.text(messages.get(i), "role");
            if (role == null || !roles.contains(role)) {
                throw LlmException.invalid(
                        at + ".role", at + ".role must be one of " + String.join(", ", new TreeSet<>(roles)));
            }
        }
        return messages;
    }

    /** The model of a payload, or null. */
    public static String model(FieldReader payload) throws LlmException {
        String model = payload.string("model");
        if (model != null && model.isBlank()) {
            throw payload.invalid("model", "model must not be empty");
        }
        return model;
    }

    private void prompt(JsonNode node, String name, int level, boolean opaque) {
        if (node.isTextual()) {
            promptChars +=
                    !opaque && NO_TEXT.contains(name) ? 0 : node.textValue().length();
            return;
        }
        if (node.isContainerNode()) {
            depth = Math.max(depth, level);
        }
        if (node.isArray()) {
            node.forEach(item -> prompt(item, name, level + 1, opaque));
            return;
        }
        node.properties().forEach(field -> {
            if (opaque) {
                promptChars += field.getKey().length();
            } else {
                recognize(field.getKey(), field.getValue());
            }
            prompt(field.getValue(), field.getKey(), level + 1, opaque || OPAQUE.contains(field.getKey()));
        });
    }

    private void recognize(String name, JsonNode value) {
        if (name.equals("type") && value.isTextual()) {
            String feature = featureOfType.get(value.textValue());
            if (feature != null) {
                features.add(feature);
            }
        } else if (name.equals("cache_control")) {
            feature("prompt_cache", Json.present(value));
        } else if (name.equals("citations")) {
            feature("citations", value.path("enabled").asBoolean());
        }
    }

    private void measure(JsonNode node, int level) {
        if (node.isContainerNode()) {
            depth = Math.max(depth, level);
            node.forEach(child -> measure(child, level + 1));
        }
    }
}
