/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.MalformedEventException;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.dialect.Tokens;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.sse.SseFrame;

/**
 * Reads a stream of answers with a piece of content each. Nothing says that the stream is over but the end of the body,
 * and a finish reason can be followed by more content, so the finish is told at the end. One stream, one thread.
 */
final class GeminiStreamReader implements StreamReader {
    /** One candidate so far. */
    private static final class Candidate {
        private final GeminiPartReader parts;
        private final StringBuilder text = new StringBuilder();
        private int toolCalls;
        private boolean saidSomething;
        private String reason;

        Candidate(GeminiCallIds ids) {
            this.parts = new GeminiPartReader(ids);
        }
    }

    private final ErrorReader errors;
    private final Map<Integer, Candidate> candidates = new TreeMap<>();
    private GeminiCallIds ids;

    GeminiStreamReader(ErrorReader errors) {
        this.errors = errors;
    }

    @Override
    public List<StreamPart> read(SseFrame frame) throws MalformedEventException {
        JsonNode chunk = parse(frame);
        if (chunk == null) {
            return List.of();
        }
        List<StreamPart> parts = new ArrayList<>();
        start(chunk, parts);
        Usage usage = GeminiUsage.read(chunk.path("usageMetadata"));
        if (usage != null) {
            parts.add(new StreamPart.UsageReport(usage));
        }
        LlmException failure =
                Json.present(chunk.get("error")) ? errors.readInBand(chunk) : GeminiStops.blockedPrompt(chunk);
        if (failure != null) {
            parts.add(new StreamPart.Failure(failure));
            return parts;
        }
        for (JsonNode candidate : chunk.path("candidates")) {
            candidate(candidate, candidate.path("index").asInt(), parts);
        }
        return parts;
    }

    /** An error in the middle of a stream is a bare object without {@code data:}, which makes it a comment to the framing. */
    private static JsonNode parse(SseFrame frame) throws MalformedEventException {
        String data = frame.data();
        if (frame.isComment()) {
            data = new String(frame.raw(), StandardCharsets.UTF_8).strip();
            if (!data.startsWith("{") && !data.startsWith("[{")) {
                return null;
            }
        } else if (data.isBlank()) {
            return null;
        }
        try {
            JsonNode chunk = Json.MAPPER.readTree(data);
            chunk = chunk.isArray() && chunk.size() == 1 ? chunk.get(0) : chunk;
            if (chunk.isObject()) {
                return chunk;
            }
        } catch (JsonProcessingException e) {
            // falls through: the exception's text quotes the content
        }
        throw new MalformedEventException();
    }

    private void start(JsonNode chunk, List<StreamPart> parts) {
        if (ids == null && !chunk.has("error")) {
            String id = Json.nonEmpty(chunk, "responseId");
            ids = GeminiCallIds.ofAnswer(id);
            parts.add(new StreamPart.Start(id, Json.text(chunk, "modelVersion")));
        }
    }

    private void candidate(JsonNode json, int index, List<StreamPart> to) {
        Candidate candidate = candidates.computeIfAbsent(index, i -> new Candidate(ids));
        List<Part> parts = new ArrayList<>();
        json.path("content").path("parts").forEach(part -> candidate.parts.read(part, parts));
        candidate.saidSomething |= !parts.isEmpty();
        List<Token> tokens = GeminiTokens.read(json);
        if (!tokens.isEmpty() && !Tokens.attach(tokens, parts)) {
            parts.add(new Part.Text("", null, tokens));
        }
        parts.forEach(part -> part(part, index, candidate, to));
        GeminiGrounding.read(json.path(GeminiGrounding.FIELD), candidate.text.toString())
                .forEach(citation -> to.add(new StreamPart.Citation(index, citation)));
        for (String field : GeminiAnswerReader.CANDIDATE_NATIVES) {
            if (Json.present(json.get(field))) {
                to.add(new StreamPart.Native(field, json.get(field)));
            }
        }
        String refusal = GeminiStops.refusal(json);
        if (refusal != null) {
            to.add(new StreamPart.Refusal(index, refusal));
        }
        String reason = Json.nonEmpty(json, "finishReason");
        if (reason == null) {
            return;
        }
        candidate.reason = reason;
        LlmException gaveUp = GeminiStops.gaveUp(reason, candidate.saidSomething);
        if (gaveUp != null) {
            to.add(new StreamPart.Failure(gaveUp));
        }
    }

    /** A call comes whole. */
    private static void part(Part part, int index, Candidate candidate, List<StreamPart> to) {
        if (part instanceof Part.Text text) {
            candidate.text.append(text.text());
            to.add(new StreamPart.Text(index, text.text(), text.tokens()));
        } else if (part instanceof Part.Reasoning reasoning) {
            to.add(new StreamPart.Reasoning(index, reasoning.text(), reasoning.signature()));
        } else if (part instanceof Part.ToolCall call) {
            int number = candidate.toolCalls++;
            to.add(new StreamPart.ToolCallStart(index, number, call.id(), call.name()));
            to.add(new StreamPart.ToolCallArguments(index, number, call.arguments()));
        } else if (part instanceof Part.Native other) {
            to.add(new StreamPart.Native(other.kind(), other.json()));
        }
    }

    @Override
    public List<StreamPart> atEnd() {
        List<StreamPart> parts = new ArrayList<>();
        candidates.forEach((index, candidate) -> {
            if (candidate.reason != null) {
                ErrorClass advice = GeminiStops.advice(candidate.reason);
                if (advice != null) {
                    parts.add(new StreamPart.Advice(advice));
                }
                boolean calls = candidate.parts.sawToolCalls();
                parts.add(new StreamPart.Finish(index, GeminiStops.read(candidate.reason, calls), null));
            }
        });
        return parts;
    }

    /** Usage is part of the dialect's stream whether a client asks or not. */
    @Override
    public byte[] withoutUsage(SseFrame frame) {
        return frame.raw();
    }
}
