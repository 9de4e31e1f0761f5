/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;

/** Reads the parts of a message, of a request or an answer. */
final class OllamaContent {
    private static final Set<String> READ_FIELDS =
            Set.of("role", "content", "thinking", "images", "tool_calls", "tool_name", "tool_call_id");

    private static final Set<String> CALL_FIELDS = Set.of("id", "type", "function", "name", "arguments", "index");

    private OllamaContent() {}

    static void read(JsonNode message, List<Part> parts) {
        String thinking = Json.nonEmpty(message, "thinking");
        if (thinking != null) {
            parts.add(new Part.Reasoning(thinking, null));
        }
        String text = Json.nonEmpty(message, "content");
        if (text != null) {
            parts.add(new Part.Text(text, null));
        }
        message.path("images").forEach(image -> parts.add(image(image.asText())));
        for (JsonNode call : message.path("tool_calls")) {
            parts.add(new Part.ToolCall(call.path("id").asText(""), name(call), arguments(call)));
            natives(call, CALL_FIELDS, parts);
            natives(call.path("function"), CALL_FIELDS, parts);
        }
        natives(message, READ_FIELDS, parts);
    }

    private static void natives(JsonNode json, Set<String> known, List<Part> parts) {
        json.properties().forEach(field -> {
            if (!known.contains(field.getKey()) && Json.present(field.getValue())) {
                parts.add(new Part.Native(field.getKey(), field.getValue()));
            }
        });
    }

    static String name(JsonNode call) {
        return call.path("function").path("name").asText("");
    }

    /** An object, of which older servers send the text. */
    static String arguments(JsonNode call) {
        JsonNode arguments = call.path("function").path("arguments");
        String text = arguments.isTextual() ? arguments.textValue() : arguments.toString();
        return text.isBlank() || arguments.isMissingNode() || arguments.isNull() ? "{}" : text;
    }

    /** Bare base64 without a word about what it is, but the first bytes tell. */
    private static Part image(String base64) {
        String type = "image/jpeg";
        if (base64.startsWith("iVBOR")) {
            type = "image/png";
        } else if (base64.startsWith("R0lGOD")) {
            type = "image/gif";
        } else if (base64.startsWith("UklGR")) {
            type = "image/webp";
        }
        return new Part.Image(type, base64, null, null);
    }
}
