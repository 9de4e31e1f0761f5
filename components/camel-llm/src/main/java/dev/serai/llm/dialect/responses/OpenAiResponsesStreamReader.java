/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

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

/**
 * Reads a Responses stream. It ends with the event that carries the whole response; an error comes as an event of its own,
 * as a failed response, or as both. Unknown events are skipped. One stream, one thread.
 */
final class OpenAiResponsesStreamReader implements StreamReader {
    private final ErrorReader errors;
    private final OpenAiResponsesItemStream items = new OpenAiResponsesItemStream();
    private boolean started;

    OpenAiResponsesStreamReader(ErrorReader errors) {
        this.errors = errors;
    }

    @Override
    public List<StreamPart> read(SseFrame frame) throws MalformedEventException {
        if (frame.isComment() || frame.data().isBlank() || frame.data().strip().equals("[DONE]")) {
            return List.of();
        }
        JsonNode event = parse(frame);
        List<StreamPart> parts = new ArrayList<>();
        String type = Json.text(event, "type");
        if ("error".equals(type) || "error".equals(frame.event()) || Json.present(event.get("error"))) {
            parts.add(new StreamPart.Failure(errors.readInBand(event)));
            return parts;
        }
        JsonNode response = event.path("response");
        switch (type == null ? "" : type) {
            case "response.created", "response.queued", "response.in_progress" -> start(response, parts);
            case "response.completed", "response.incomplete" -> end(response, parts);
            case "response.failed" -> {
                usage(response, parts);
                parts.add(new StreamPart.Failure(errors.readInBand(response)));
            }
            default -> items.read(type, event, parts);
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

    private void start(JsonNode response, List<StreamPart> parts) {
        if (!started) {
            started = true;
            parts.add(new StreamPart.Start(Json.text(response, "id"), Json.text(response, "model")));
        }
    }

    private void end(JsonNode response, List<StreamPart> parts) {
        start(response, parts);
        usage(response, parts);
        parts.add(new StreamPart.Finish(0, OpenAiResponsesStops.read(response, items.refused()), null));
        parts.add(new StreamPart.End());
    }

    private static void usage(JsonNode response, List<StreamPart> parts) {
        Usage usage = OpenAiResponsesUsage.read(response.path("usage"));
        if (usage != null) {
            parts.add(new StreamPart.UsageReport(usage));
        }
    }

    /** Usage is part of the dialect's stream whether a client asks or not. */
    @Override
    public byte[] withoutUsage(SseFrame frame) {
        return frame.raw();
    }
}
