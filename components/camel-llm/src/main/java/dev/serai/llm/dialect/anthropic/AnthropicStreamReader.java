/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.MalformedEventException;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.sse.SseFrame;

/** Reads a Messages stream. Unknown events and deltas are skipped, as Anthropic asks. One stream, one thread. */
final class AnthropicStreamReader implements StreamReader {
    private final ErrorReader errors;
    private final AnthropicBlockStream block = new AnthropicBlockStream();
    /** The counts are cumulative, and an event may lack some of them. */
    private final ObjectNode usage = Json.object();

    AnthropicStreamReader(ErrorReader errors) {
        this.errors = errors;
    }

    @Override
    public List<StreamPart> read(SseFrame frame) throws MalformedEventException {
        if (frame.isComment() || frame.data().isBlank()) {
            return List.of();
        }
        JsonNode event = parse(frame);
        List<StreamPart> parts = new ArrayList<>();
        String type = Json.text(event, "type");
        if ("error".equals(type) || "error".equals(frame.event()) || Json.present(event.get("error"))) {
            parts.add(new StreamPart.Failure(errors.readInBand(event)));
            return parts;
        }
        switch (type == null ? "" : type) {
            case "message_start" -> start(event.path("message"), parts);
            case "content_block_start" -> block.start(event.path("content_block"), parts);
            case "content_block_delta" -> block.delta(event.path("delta"), parts);
            case "content_block_stop" -> block.stop(parts);
            case "message_delta" -> messageDelta(event, parts);
            case "message_stop" -> parts.add(new StreamPart.End());
            default -> {
                // ping, and events of a later version
            }
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

    private void start(JsonNode message, List<StreamPart> parts) {
        parts.add(new StreamPart.Start(Json.text(message, "id"), Json.text(message, "model")));
        usage(message.path("usage"), parts);
    }

    private void messageDelta(JsonNode event, List<StreamPart> parts) {
        JsonNode delta = event.path("delta");
        String refusal = AnthropicStops.refusal(delta);
        if (refusal != null) {
            parts.add(new StreamPart.Refusal(0, refusal));
        }
        if (delta.hasNonNull("stop_reason")) {
            parts.add(new StreamPart.Finish(0, AnthropicStops.read(delta), Json.text(delta, "stop_sequence")));
        }
        usage(event.path("usage"), parts);
    }

    private void usage(JsonNode update, List<StreamPart> parts) {
        if (!update.isObject()) {
            return;
        }
        update.properties().forEach(count -> {
            if (!count.getValue().isNull()) {
                usage.set(count.getKey(), count.getValue());
            }
        });
        Usage merged = AnthropicUsage.read(usage);
        parts.add(new StreamPart.UsageReport(merged));
    }

    /** Usage is part of the dialect's stream whether a client asks or not. */
    @Override
    public byte[] withoutUsage(SseFrame frame) {
        return frame.raw();
    }
}
