/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;

/**
 * Reads content blocks, of requests and of answers. A block of an unknown type becomes a {@link Part.Native}, and so does
 * an unknown field of a block, after the block's part.
 */
final class AnthropicBlockReader {
    private AnthropicBlockReader() {}

    /** The parts of a field that is a string or an array of blocks. */
    static List<Part> read(FieldReader owner, String field) throws LlmException {
        List<Part> parts = new ArrayList<>();
        JsonNode content = owner.take(field);
        if (content == null) {
            return parts;
        }
        if (content.isTextual()) {
            parts.add(new Part.Text(content.textValue(), null));
            return parts;
        }
        String path = owner.pathOf(field);
        if (!content.isArray()) {
            throw LlmException.invalid(path, path + " must be a string or an array of content blocks");
        }
        for (int i = 0; i < content.size(); i++) {
            block(content.get(i), path + "[" + i + "]", parts);
        }
        return parts;
    }

    private static void block(JsonNode json, String path, List<Part> parts) throws LlmException {
        FieldReader block = new FieldReader(json, path);
        String type = block.requiredString("type");
        Part part =
                switch (type) {
                    case "text" -> new Part.Text(block.requiredString("text"), block.take("cache_control"));
                    case "image" -> image(block);
                    case "document" -> document(block);
                    case "tool_use" -> toolUse(block);
                    case "tool_result" -> toolResult(block);
                    case "thinking" -> thinking(block);
                    case "redacted_thinking" -> new Part.RedactedReasoning(block.requiredString("data"));
                    default -> null;
                };
        if (part == null) {
            parts.add(new Part.Native(type, json));
            return;
        }
        parts.add(part);
        block.rest().forEach((field, value) -> parts.add(new Part.Native(field, value)));
    }

    /** Null where the source is of a kind that only Anthropic knows. */
    private static Part image(FieldReader block) throws LlmException {
        FieldReader source = source(block);
        return switch (source.requiredString("type")) {
            case "base64" ->
                new Part.Image(source.requiredString("media_type"), source.requiredString("data"), null, null);
            case "url" -> new Part.Image(null, null, source.requiredString("url"), null);
            default -> null;
        };
    }

    private static Part document(FieldReader block) throws LlmException {
        FieldReader source = source(block);
        String name = block.string("title");
        block.ignoreIf("citations", value -> !value.path("enabled").asBoolean());
        return switch (source.requiredString("type")) {
            case "base64" ->
                new Part.File(source.requiredString("media_type"), source.requiredString("data"), null, null, name);
            case "url" -> new Part.File(null, null, source.requiredString("url"), null, name);
            case "file" -> new Part.File(null, null, null, source.requiredString("file_id"), name);
            default -> null;
        };
    }

    private static FieldReader source(FieldReader block) throws LlmException {
        FieldReader source = block.object("source");
        if (source == null) {
            throw block.invalid("source", block.pathOf("source") + " must be an object with a type");
        }
        return source;
    }

    private static Part toolUse(FieldReader block) throws LlmException {
        // says that the model called it, which is so for every call of the neutral form
        block.ignoreIf("caller", value -> value.path("type").asText().equals("direct"));
        JsonNode input = block.take("input");
        if (input == null || !input.isObject()) {
            throw block.invalid("input", block.pathOf("input") + " must be an object");
        }
        return new Part.ToolCall(block.requiredString("id"), block.requiredString("name"), input.toString());
    }

    private static Part toolResult(FieldReader block) throws LlmException {
        String callId = block.requiredString("tool_use_id");
        boolean isError = Boolean.TRUE.equals(block.bool("is_error"));
        return new Part.ToolResult(callId, read(block, "content"), isError);
    }

    private static Part thinking(FieldReader block) throws LlmException {
        String signature = block.string("signature");
        return new Part.Reasoning(
                block.requiredString("thinking"), signature == null || signature.isEmpty() ? null : signature);
    }
}
