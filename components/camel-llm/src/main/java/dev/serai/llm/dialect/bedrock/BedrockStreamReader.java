/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.MalformedEventException;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.sse.EventStreamReader;
import dev.serai.llm.sse.SseFrame;

/** Reads a ConverseStream. Usage comes after the stop, and with it the end. One stream, one thread. */
final class BedrockStreamReader implements StreamReader {
    private final ErrorReader errors;
    private final BedrockBlockStream blocks = new BedrockBlockStream();

    BedrockStreamReader(ErrorReader errors) {
        this.errors = errors;
    }

    @Override
    public List<StreamPart> read(SseFrame frame) throws MalformedEventException {
        if (frame.event() == null || frame.isComment()) {
            return List.of();
        }
        if (frame.event().startsWith(EventStreamReader.EXCEPTION)) {
            return List.of(new StreamPart.Failure(errors.readInBand(exception(frame))));
        }
        JsonNode event = parse(frame.data());
        List<StreamPart> parts = new ArrayList<>();
        switch (frame.event()) {
            case "messageStart" -> parts.add(new StreamPart.Start(null, null));
            case "contentBlockStart" -> blocks.start(event, parts);
            case "contentBlockDelta" -> blocks.delta(event, parts);
            case "contentBlockStop" -> blocks.stop(event, parts);
            case "messageStop" -> stop(event, parts);
            case "metadata" -> metadata(event, parts);
            default -> {
                // events of a later version
            }
        }
        return parts;
    }

    private void stop(JsonNode event, List<StreamPart> parts) {
        LlmException failure = BedrockStops.failure(event, errors);
        parts.add(
                failure == null
                        ? new StreamPart.Finish(0, BedrockStops.read(event), null)
                        : new StreamPart.Failure(failure));
    }

    private static void metadata(JsonNode event, List<StreamPart> parts) {
        Usage usage = BedrockUsage.read(event.path("usage"));
        if (usage != null) {
            parts.add(new StreamPart.UsageReport(usage));
        }
        parts.add(new StreamPart.End());
    }

    /** The type is the frame's, the text the payload's, which for an error is no JSON. */
    private static ObjectNode exception(SseFrame frame) {
        String type = frame.event().substring(EventStreamReader.EXCEPTION.length());
        ObjectNode payload = Json.parseObject(frame.data());
        ObjectNode error = payload == null ? Json.object().put("message", frame.data()) : payload;
        return error.put("type", type);
    }

    private static JsonNode parse(String data) throws MalformedEventException {
        try {
            JsonNode event = Json.MAPPER.readTree(data);
            if (event.isObject()) {
                return event;
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
