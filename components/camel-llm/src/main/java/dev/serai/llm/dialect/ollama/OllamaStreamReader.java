/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.MalformedEventException;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.sse.SseFrame;

/** Reads an Ollama stream: each line is an answer in small, the last says that it is done. One stream, one thread. */
final class OllamaStreamReader implements StreamReader {
    private final ErrorReader errors;
    private boolean started;
    private int calls;

    OllamaStreamReader(ErrorReader errors) {
        this.errors = errors;
    }

    @Override
    public List<StreamPart> read(SseFrame frame) throws MalformedEventException {
        if (frame.isComment() || frame.data().isBlank()) {
            return List.of();
        }
        JsonNode line = parse(frame.data());
        List<StreamPart> parts = new ArrayList<>();
        if (Json.present(line.get("error"))) {
            parts.add(new StreamPart.Failure(errors.readInBand(line)));
            return parts;
        }
        if (!started) {
            started = true;
            parts.add(new StreamPart.Start(null, Json.text(line, "model")));
        }
        message(line.path("message"), parts);
        if (Json.present(line.get("logprobs"))) {
            parts.add(new StreamPart.Native("logprobs", line.get("logprobs")));
        }
        if (line.path("done").asBoolean()) {
            Usage usage = OllamaUsage.read(line);
            if (usage != null) {
                parts.add(new StreamPart.UsageReport(usage));
            }
            parts.add(new StreamPart.Finish(0, OllamaStops.read(line, calls > 0), null));
            parts.add(new StreamPart.End());
        }
        return parts;
    }

    private void message(JsonNode message, List<StreamPart> parts) {
        String thinking = Json.nonEmpty(message, "thinking");
        if (thinking != null) {
            parts.add(new StreamPart.Reasoning(0, thinking, null));
        }
        String text = Json.nonEmpty(message, "content");
        if (text != null) {
            parts.add(new StreamPart.Text(0, text));
        }
        for (JsonNode call : message.path("tool_calls")) {
            parts.add(new StreamPart.ToolCallStart(0, calls, call.path("id").asText(""), OllamaContent.name(call)));
            parts.add(new StreamPart.ToolCallArguments(0, calls, OllamaContent.arguments(call)));
            parts.add(new StreamPart.BlockEnd());
            calls++;
        }
    }

    private static JsonNode parse(String data) throws MalformedEventException {
        try {
            JsonNode line = Json.MAPPER.readTree(data);
            if (line.isObject()) {
                return line;
            }
        } catch (JsonProcessingException e) {
            // falls through: the exception's text quotes the content
        }
        throw new MalformedEventException();
    }

    /** Usage is part of the dialect's stream whether a client asks or not. */
    @Override
    public byte[] withoutUsage(SseFrame frame) {
        return frame.raw();
    }
}
