/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;

/**
 * Reads content blocks, of requests and of answers: objects with one key, which says what they are. What is unknown becomes
 * a {@link Part.Native}.
 */
final class BedrockBlockReader {
    private BedrockBlockReader() {}

    static List<Part> read(FieldReader owner, String field) throws LlmException {
        List<Part> parts = new ArrayList<>();
        for (FieldReader block : owner.objects(field)) {
            for (Map.Entry<String, JsonNode> entry : block.unread().entrySet()) {
                block(entry.getKey(), entry.getValue(), block.pathOf(entry.getKey()), parts);
            }
        }
        return parts;
    }

    private static void block(String key, JsonNode value, String path, List<Part> parts) throws LlmException {
        if (key.equals("text") && value.isTextual()) {
            parts.add(new Part.Text(value.textValue(), null));
            return;
        }
        if (key.equals("json")) {
            parts.add(new Part.Text(value.toString(), null));
            return;
        }
        if (value.isNull()) {
            return;
        }
        if (!value.isObject()) {
            throw LlmException.invalid(path, path + " must be an object");
        }
        object(key, value, path, parts);
    }

    private static void object(String key, JsonNode value, String path, List<Part> parts) throws LlmException {
        FieldReader block = new FieldReader(value, path);
        Part part =
                switch (key) {
                    case "image" -> image(block);
                    case "document" -> document(block);
                    case "toolUse" -> toolUse(block, value);
                    case "toolResult" -> toolResult(block, value);
                    case "reasoningContent" -> reasoning(block);
                    default -> null;
                };
        if (part != null) {
            parts.add(part);
            block.rest().forEach((field, rest) -> parts.add(new Part.Native(field, rest)));
        } else if (!(key.equals("cachePoint") && mark(value, parts))) {
            if (key.equals("citationsContent")) {
                value.path("content")
                        .forEach(cited ->
                                parts.add(new Part.Text(cited.path("text").asText(), null)));
            }
            parts.add(new Part.Native(key, value));
        }
    }

    /** A cache point marks the text before it, in the words of the other dialects. */
    private static boolean mark(JsonNode cachePoint, List<Part> parts) {
        int last = parts.size() - 1;
        if (last < 0 || !(parts.get(last) instanceof Part.Text text) || text.cacheMark() != null) {
            return false;
        }
        ObjectNode mark = Json.object().put("type", "ephemeral");
        if (cachePoint.hasNonNull("ttl")) {
            mark.set("ttl", cachePoint.get("ttl"));
        }
        parts.set(last, new Part.Text(text.text(), mark));
        return true;
    }

    /** Null where the source is of a kind that only Bedrock knows. */
    private static Part image(FieldReader block) throws LlmException {
        FieldReader source = block.object("source");
        String format = block.requiredString("format");
        String bytes = source == null ? null : source.string("bytes");
        return bytes == null ? null : new Part.Image("image/" + format, bytes, null, null);
    }

    private static Part document(FieldReader block) throws LlmException {
        FieldReader source = block.object("source");
        String mediaType = BedrockFormats.documentType(block.string("format"));
        String bytes = source == null ? null : source.string("bytes");
        block.ignoreIf("citations", value -> !value.path("enabled").asBoolean());
        return bytes == null || mediaType == null
                ? null
                : new Part.File(mediaType, bytes, null, null, BedrockFormats.given(block.string("name")));
    }

    /** A server's tool is called and answered by Bedrock itself: null. */
    private static Part toolUse(FieldReader block, JsonNode json) throws LlmException {
        block.ignoreIf("type", type -> type.asText().equals("tool_use"));
        if ("server_tool_use".equals(Json.text(json, "type"))) {
            return null;
        }
        JsonNode input = block.take("input");
        return new Part.ToolCall(
                block.requiredString("toolUseId"),
                block.requiredString("name"),
                input == null ? "{}" : input.toString());
    }

    private static Part toolResult(FieldReader block, JsonNode json) throws LlmException {
        if (json.has("type")) {
            return null;
        }
        boolean isError = "error".equals(block.string("status"));
        return new Part.ToolResult(block.requiredString("toolUseId"), read(block, "content"), isError);
    }

    private static Part reasoning(FieldReader block) throws LlmException {
        FieldReader text = block.object("reasoningText");
        if (text != null) {
            String signature = text.string("signature");
            return new Part.Reasoning(
                    text.requiredString("text"), signature == null || signature.isEmpty() ? null : signature);
        }
        String redacted = block.string("redactedContent");
        return redacted == null ? null : new Part.RedactedReasoning(redacted);
    }
}
