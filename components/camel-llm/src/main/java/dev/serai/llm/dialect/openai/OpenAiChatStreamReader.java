/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.EventBytes;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.MalformedEventException;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.sse.SseFrame;

/** Reads a Chat Completions stream of any provider that speaks the dialect. One stream, one thread. */
final class OpenAiChatStreamReader implements StreamReader {
    private static final String DONE = "[DONE]";

    private final ErrorReader errors;
    private final Map<Integer, OpenAiChatDeltaReader> choices = new HashMap<>();
    private boolean started;

    OpenAiChatStreamReader(ErrorReader errors) {
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
        JsonNode chunk = parse(frame);
        List<StreamPart> parts = new ArrayList<>();
        start(chunk, parts);
        if (isError(frame, chunk)) {
            usage(chunk, parts);
            parts.add(new StreamPart.Failure(errors.readInBand(chunk)));
            return parts;
        }
        for (JsonNode choice : chunk.path("choices")) {
            int index = choice.path("index").asInt();
            choices.computeIfAbsent(index, OpenAiChatDeltaReader::new).read(choice, parts);
            LlmException failure = OpenAiChatStops.failure(choice, chunk, errors);
            if (failure != null) {
                parts.add(new StreamPart.Failure(failure));
            }
        }
        usage(chunk, parts);
        return parts;
    }

    private static JsonNode parse(SseFrame frame) throws MalformedEventException {
        try {
            JsonNode chunk = Json.MAPPER.readTree(frame.data());
            // the Gemini compatibility endpoint puts an error into an array
            chunk = chunk.isArray() && chunk.size() == 1 ? chunk.get(0) : chunk;
            if (chunk.isObject()) {
                return chunk;
            }
        } catch (JsonProcessingException e) {
            // falls through: the exception's text quotes the content
        }
        throw new MalformedEventException();
    }

    /** Groq names the event; everyone else only has the member. */
    private static boolean isError(SseFrame frame, JsonNode chunk) {
        return "error".equals(frame.event()) || Json.present(chunk.get("error"));
    }

    private void start(JsonNode chunk, List<StreamPart> parts) {
        // Azure's verdict on the prompt comes first, with an empty id and no choices
        if (!started && (Json.present(chunk.get("choices")) || Json.nonEmpty(chunk, "id") != null)) {
            started = true;
            parts.add(new StreamPart.Start(Json.text(chunk, "id"), Json.text(chunk, "model")));
        }
    }

    private static void usage(JsonNode chunk, List<StreamPart> parts) {
        Usage usage = OpenAiChatUsage.of(chunk);
        if (usage != null) {
            parts.add(new StreamPart.UsageReport(usage));
        }
    }

    @Override
    public byte[] withoutUsage(SseFrame frame) {
        if (frame.isComment() || !frame.data().contains("\"usage\"")) {
            return frame.raw();
        }
        try {
            JsonNode chunk = parse(frame);
            if (OpenAiChatUsage.of(chunk) == null) {
                return frame.raw();
            }
            if (!Json.present(chunk.get("choices")) && !isError(frame, chunk)) {
                return EventBytes.NONE;
            }
            JsonSplice splice = new JsonSplice(frame.data().getBytes(StandardCharsets.UTF_8));
            splice.remove("usage");
            if (chunk.path("x_groq").isObject()) {
                splice.setNested("x_groq", "usage", null);
            }
            return EventBytes.of(frame.event(), new String(splice.toBytes(), StandardCharsets.UTF_8));
        } catch (MalformedEventException | LlmException e) {
            return frame.raw();
        }
    }
}
