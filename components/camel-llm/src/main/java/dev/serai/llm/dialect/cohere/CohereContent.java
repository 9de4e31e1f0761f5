/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.DataUrl;
import dev.serai.llm.dialect.Json;

/** Reads the parts of a message, of a request or an answer: blocks, then the plan, then the calls it leads to. */
final class CohereContent {
    static final Set<String> READ_FIELDS = Set.of("role", "content", "tool_plan", "tool_calls", "tool_call_id");

    private static final Set<String> CALL_FIELDS = Set.of("id", "type", "function", "name", "arguments");
    private static final Set<String> IMAGE_FIELDS = Set.of("url", "detail");

    private CohereContent() {}

    static void read(JsonNode message, List<Part> parts) {
        blocks(message.path("content"), parts);
        text(Json.text(message, "tool_plan"), parts);
        for (JsonNode call : message.path("tool_calls")) {
            JsonNode function = call.path("function");
            String arguments = function.path("arguments").asText("");
            parts.add(new Part.ToolCall(
                    call.path("id").asText(""),
                    function.path("name").asText(""),
                    arguments.isBlank() ? "{}" : arguments));
            natives(call, CALL_FIELDS, parts);
            natives(function, CALL_FIELDS, parts);
        }
        natives(message, READ_FIELDS, parts);
    }

    /** What stands beside the known fields. */
    static void natives(JsonNode json, Set<String> known, List<Part> parts) {
        json.properties().forEach(field -> {
            if (!known.contains(field.getKey()) && Json.present(field.getValue())) {
                parts.add(new Part.Native(field.getKey(), field.getValue()));
            }
        });
    }

    /** A string, or an array of blocks. */
    static void blocks(JsonNode content, List<Part> parts) {
        text(content.textValue(), parts);
        for (JsonNode block : content) {
            String type = block.path("type").asText();
            switch (type) {
                case "text" -> text(Json.text(block, "text"), parts);
                case "thinking" ->
                    parts.add(new Part.Reasoning(block.path("thinking").asText(), null));
                case "image_url" -> {
                    parts.add(image(block.path("image_url")));
                    natives(block.path("image_url"), IMAGE_FIELDS, parts);
                }
                default -> {
                    parts.add(new Part.Native(type, block));
                    continue;
                }
            }
            natives(block, Set.of("type", type), parts);
        }
    }

    private static void text(String text, List<Part> parts) {
        if (text != null && !text.isEmpty()) {
            parts.add(new Part.Text(text, null));
        }
    }

    private static Part image(JsonNode image) {
        String url = image.path("url").asText();
        DataUrl data = DataUrl.parse(url);
        String detail = Json.text(image, "detail");
        return data == null
                ? new Part.Image(null, null, url, detail)
                : new Part.Image(data.mediaType(), data.base64(), null, detail);
    }
}
