/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;

/** Reads the events of content blocks, which come one after the other. One stream, one thread. */
final class AnthropicBlockStream {
    private int toolCalls;
    private String openType = "";
    private JsonNode initialInput;
    private boolean sawInput;

    void start(JsonNode block, List<StreamPart> parts) {
        openType = block.path("type").asText();
        switch (openType) {
            case "text" -> text(Json.nonEmpty(block, "text"), parts);
            case "thinking" -> reasoning(Json.nonEmpty(block, "thinking"), Json.nonEmpty(block, "signature"), parts);
            case "redacted_thinking" ->
                parts.add(new StreamPart.RedactedReasoning(0, block.path("data").asText()));
            case "tool_use" -> {
                sawInput = false;
                initialInput = block.path("input");
                parts.add(new StreamPart.ToolCallStart(
                        0,
                        toolCalls++,
                        block.path("id").asText(),
                        block.path("name").asText()));
            }
            default -> parts.add(new StreamPart.Native(openType, block));
        }
    }

    void delta(JsonNode delta, List<StreamPart> parts) {
        String type = delta.path("type").asText();
        switch (type) {
            case "text_delta" -> text(Json.nonEmpty(delta, "text"), parts);
            case "thinking_delta" -> reasoning(Json.nonEmpty(delta, "thinking"), null, parts);
            case "signature_delta" -> reasoning(null, Json.nonEmpty(delta, "signature"), parts);
            case "input_json_delta" -> input(delta, parts);
            case "citations_delta", "compaction_delta" -> parts.add(new StreamPart.Native(type, delta));
            default -> {
                // deltas of a later version
            }
        }
    }

    /** A call without any fragment has its whole input in the block's start, most often an empty object. */
    void stop(List<StreamPart> parts) {
        if (openType.equals("tool_use") && !sawInput) {
            String input = initialInput.isObject() ? initialInput.toString() : "{}";
            parts.add(new StreamPart.ToolCallArguments(0, toolCalls - 1, input));
        }
        openType = "";
        parts.add(new StreamPart.BlockEnd());
    }

    private void input(JsonNode delta, List<StreamPart> parts) {
        String json = Json.nonEmpty(delta, "partial_json");
        if (json == null) {
            return;
        }
        if (openType.equals("tool_use")) {
            sawInput = true;
            parts.add(new StreamPart.ToolCallArguments(0, toolCalls - 1, json));
        } else {
            parts.add(new StreamPart.Native("input_json_delta", delta));
        }
    }

    private static void text(String text, List<StreamPart> parts) {
        if (text != null) {
            parts.add(new StreamPart.Text(0, text));
        }
    }

    private static void reasoning(String text, String signature, List<StreamPart> parts) {
        if (text != null || signature != null) {
            parts.add(new StreamPart.Reasoning(0, text == null ? "" : text, signature));
        }
    }
}
