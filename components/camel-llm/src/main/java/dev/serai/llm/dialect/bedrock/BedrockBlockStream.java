/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;

/** Reads the events of content blocks. Texts begin without a start. One stream, one thread. */
final class BedrockBlockStream {
    private static final class Call {
        final int index;
        boolean sawInput;

        Call(int index) {
            this.index = index;
        }
    }

    /** Open calls of the caller's tools by the block's index. */
    private final Map<Integer, Call> calls = new HashMap<>();

    private int started;

    void start(JsonNode event, List<StreamPart> parts) {
        Json.fields(event.path("start")).forEach((kind, block) -> {
            if (kind.equals("toolUse") && !block.path("type").asText().equals("server_tool_use")) {
                Call call = new Call(started++);
                calls.put(event.path("contentBlockIndex").asInt(), call);
                parts.add(new StreamPart.ToolCallStart(
                        0,
                        call.index,
                        block.path("toolUseId").asText(),
                        block.path("name").asText()));
            } else {
                parts.add(new StreamPart.Native(kind, block));
            }
        });
    }

    void delta(JsonNode event, List<StreamPart> parts) {
        Json.fields(event.path("delta")).forEach((kind, delta) -> {
            switch (kind) {
                case "text" -> text(delta, parts);
                case "toolUse" ->
                    input(calls.get(event.path("contentBlockIndex").asInt()), delta, parts);
                case "reasoningContent" -> reasoning(delta, parts);
                default -> parts.add(new StreamPart.Native(kind, delta));
            }
        });
    }

    /** A call without any fragment has an empty object as input. */
    void stop(JsonNode event, List<StreamPart> parts) {
        Call call = calls.remove(event.path("contentBlockIndex").asInt());
        if (call != null && !call.sawInput) {
            parts.add(new StreamPart.ToolCallArguments(0, call.index, "{}"));
        }
        parts.add(new StreamPart.BlockEnd());
    }

    private static void text(JsonNode delta, List<StreamPart> parts) {
        if (!delta.asText().isEmpty()) {
            parts.add(new StreamPart.Text(0, delta.asText()));
        }
    }

    private static void input(Call call, JsonNode delta, List<StreamPart> parts) {
        String json = Json.nonEmpty(delta, "input");
        if (call == null) {
            parts.add(new StreamPart.Native("toolUse", delta));
        } else if (json != null) {
            call.sawInput = true;
            parts.add(new StreamPart.ToolCallArguments(0, call.index, json));
        }
    }

    private static void reasoning(JsonNode delta, List<StreamPart> parts) {
        String text = Json.nonEmpty(delta, "text");
        String signature = Json.nonEmpty(delta, "signature");
        if (text != null || signature != null) {
            parts.add(new StreamPart.Reasoning(0, text == null ? "" : text, signature));
        }
        String redacted = Json.nonEmpty(delta, "redactedContent");
        if (redacted != null) {
            parts.add(new StreamPart.RedactedReasoning(0, redacted));
        }
    }
}
