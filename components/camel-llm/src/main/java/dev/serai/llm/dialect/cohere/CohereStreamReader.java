/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.MalformedEventException;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.sse.SseFrame;

/** Reads a Cohere Chat stream. A failure is a way for a message to end. One stream, one thread. */
final class CohereStreamReader implements StreamReader {
    private static final String DONE = "[DONE]";

    private final ErrorReader errors;
    /** Our count of a tool call by Cohere's index. */
    private final Map<Integer, Integer> calls = new HashMap<>();

    CohereStreamReader(ErrorReader errors) {
        this.errors = errors;
    }

    @Override
    public List<StreamPart> read(SseFrame frame) throws MalformedEventException {
        if (frame.isComment() || frame.data().isBlank()) {
            return List.of();
        }
        if (frame.data().strip().equals(DONE)) {
            return List.of(new StreamPart.End());
        }
        JsonNode event = parse(frame);
        List<StreamPart> parts = new ArrayList<>();
        JsonNode delta = event.path("delta");
        JsonNode message = delta.path("message");
        switch (event.path("type").asText(frame.event() == null ? "" : frame.event())) {
            case "message-start" -> parts.add(new StreamPart.Start(Json.text(event, "id"), null));
            case "content-start", "content-delta" -> content(message.path("content"), parts);
            case "content-end", "tool-call-end" -> parts.add(new StreamPart.BlockEnd());
            case "tool-plan-delta" -> text(Json.nonEmpty(message, "tool_plan"), parts);
            case "tool-call-start", "tool-call-delta" -> toolCall(event, message.path("tool_calls"), parts);
            case "citation-start" -> parts.add(new StreamPart.Native("citations", message.path("citations")));
            case "message-end" -> end(delta, parts);
            default -> {
                // debug, citation-end, and events of a later version
            }
        }
        if (Json.present(event.get("logprobs"))) {
            parts.add(new StreamPart.Native("logprobs", event.get("logprobs")));
        }
        return parts;
    }

    private static JsonNode parse(SseFrame frame) throws MalformedEventException {
        try {
            JsonNode event = Json.MAPPER.readTree(frame.data());
            if (event.isObject()) {
                return event;
            }
        } catch (JsonProcessingException e) {
            // falls through: the exception's text quotes the content
        }
        throw new MalformedEventException();
    }

    private static void content(JsonNode content, List<StreamPart> parts) {
        text(Json.nonEmpty(content, "text"), parts);
        String thinking = Json.nonEmpty(content, "thinking");
        if (thinking != null) {
            parts.add(new StreamPart.Reasoning(0, thinking, null));
        }
    }

    private static void text(String text, List<StreamPart> parts) {
        if (text != null) {
            parts.add(new StreamPart.Text(0, text));
        }
    }

    private void toolCall(JsonNode event, JsonNode call, List<StreamPart> parts) {
        int key = event.path("index").asInt();
        JsonNode function = call.path("function");
        if (event.path("type").asText().endsWith("start")) {
            calls.put(key, calls.size());
            parts.add(new StreamPart.ToolCallStart(
                    0,
                    calls.get(key),
                    call.path("id").asText(""),
                    function.path("name").asText("")));
        }
        String arguments = Json.nonEmpty(function, "arguments");
        if (arguments != null && calls.containsKey(key)) {
            parts.add(new StreamPart.ToolCallArguments(0, calls.get(key), arguments));
        }
    }

    private void end(JsonNode delta, List<StreamPart> parts) {
        Usage usage = CohereUsage.read(delta.path("usage"));
        if (usage != null) {
            parts.add(new StreamPart.UsageReport(usage));
        }
        LlmException failure = CohereStops.failure(delta, errors);
        parts.add(
                failure == null
                        ? new StreamPart.Finish(0, CohereStops.read(delta), null)
                        : new StreamPart.Failure(failure));
    }

    /** Usage is part of the dialect's stream whether a client asks or not. */
    @Override
    public byte[] withoutUsage(SseFrame frame) {
        return frame.raw();
    }
}
