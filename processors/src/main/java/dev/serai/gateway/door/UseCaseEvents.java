/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmEvent;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;

/** The events of the use-case door: {@code start}, {@code delta}s, {@code done}; {@code restart} before it all again. One stream, one thread. */
final class UseCaseEvents implements Door.Events {
    private static final byte[] NOTHING = new byte[0];

    private final String requestId;
    private final String task;
    private boolean started;
    private StopReason stopReason;
    private Usage usage;

    UseCaseEvents(String requestId, String task) {
        this.requestId = requestId;
        this.task = task;
    }

    @Override
    public byte[] event(LlmEvent event) {
        StringBuilder out = new StringBuilder();
        for (StreamPart part : event.parts()) {
            ObjectNode delta = delta(part);
            if (delta != null) {
                start(out);
                append(out, "delta", delta);
            }
        }
        return out.isEmpty() ? NOTHING : out.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] restart(int generation) {
        stopReason = null;
        usage = null;
        StringBuilder out = new StringBuilder();
        start(out);
        append(out, "restart", Json.object().put("id", requestId).put("generation", generation));
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] end() {
        StringBuilder out = new StringBuilder();
        start(out);
        ObjectNode done = Json.object();
        Finish.write(done, stopReason, usage);
        append(out, "done", done);
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Null where the part is not for the client, or not yet. */
    private ObjectNode delta(StreamPart part) {
        if (part instanceof StreamPart.Text text && text.isContent()) {
            return Json.object().put("text", text.text());
        }
        if (part instanceof StreamPart.Refusal refusal && refusal.isContent()) {
            return Json.object().put("refusal", refusal.text());
        }
        if (part instanceof StreamPart.UsageReport report) {
            usage = report.usage();
        } else if (part instanceof StreamPart.Finish finish) {
            stopReason = finish.reason();
        }
        return null;
    }

    private void start(StringBuilder out) {
        if (!started) {
            started = true;
            append(out, "start", Json.object().put("id", requestId).put("task", task));
        }
    }

    private static void append(StringBuilder out, String event, JsonNode data) {
        out.append("event: ").append(event).append("\ndata: ").append(data).append("\n\n");
    }
}
