/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.EventBytes;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamWriter;

/**
 * Writes the parts of another dialect's stream as Cohere Chat events. A text whose stream turns out to call tools has been
 * written as content by then, which clients read as well as a plan. A failure writes nothing here: who ends the stream
 * writes the error. Native parts have no place in it. One stream, one thread.
 */
final class CohereStreamWriter implements StreamWriter {
    private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final TreeSet<Integer> openCalls = new TreeSet<>();
    private boolean started;
    private int blocks;
    /** The type of the open content block, or null. */
    private String open;

    private StopReason stop = StopReason.STOP;
    private Usage usage;

    @Override
    public byte[] write(StreamPart part) {
        out.reset();
        if (part instanceof StreamPart.Start start) {
            start(start.id());
        } else if (part instanceof StreamPart.UsageReport report) {
            usage = report.usage();
        } else if (part instanceof StreamPart.Finish finish) {
            stop = finish.choice() == 0 ? finish.reason() : stop;
        } else if (part instanceof StreamPart.End) {
            end();
        } else if (part instanceof StreamPart.Text text && text.isContent()) {
            content("text", text.text());
        } else if (part instanceof StreamPart.Refusal refusal && refusal.isContent()) {
            content("text", refusal.text());
        } else if (part instanceof StreamPart.Reasoning reasoning && reasoning.isContent()) {
            content("thinking", reasoning.text());
        } else if (part instanceof StreamPart.ToolCallStart call) {
            toolCall(call);
        } else if (part instanceof StreamPart.ToolCallArguments arguments) {
            ObjectNode fragment = Json.object();
            fragment.putObject("function").put("arguments", arguments.json());
            message("tool-call-delta", arguments.index(), "tool_calls", fragment);
        }
        return out.toByteArray();
    }

    private void start(String id) {
        if (!started) {
            started = true;
            ObjectNode event = Json.object().put("id", Ids.orNew(id, ""));
            ObjectNode message = event.putObject("delta").putObject("message").put("role", "assistant");
            message.putArray("content");
            message.put("tool_plan", "");
            message.putArray("tool_calls");
            message.putArray("citations");
            event("message-start", event);
        }
    }

    private void content(String type, String text) {
        start(null);
        if (!type.equals(open)) {
            close();
            open = type;
            message(
                    "content-start",
                    blocks,
                    "content",
                    Json.object().put("type", type).put(type, ""));
        }
        message("content-delta", blocks, "content", Json.object().put(type, text));
    }

    private void toolCall(StreamPart.ToolCallStart call) {
        start(null);
        close();
        openCalls.add(call.index());
        ObjectNode json = Json.object().put("id", Ids.orNew(call.id(), "call_")).put("type", "function");
        json.putObject("function").put("name", call.name()).put("arguments", "");
        message("tool-call-start", call.index(), "tool_calls", json);
    }

    private void close() {
        if (open != null) {
            event("content-end", Json.object().put("index", blocks++));
            open = null;
        }
    }

    private void end() {
        start(null);
        close();
        openCalls.forEach(index -> event("tool-call-end", Json.object().put("index", index)));
        ObjectNode event = Json.object();
        ObjectNode delta = event.putObject("delta").put("finish_reason", CohereStops.write(stop));
        if (usage != null) {
            delta.set("usage", CohereUsage.write(usage));
        }
        event("message-end", event);
        out.writeBytes(DONE);
    }

    private void message(String type, int index, String field, ObjectNode value) {
        ObjectNode event = Json.object().put("index", index);
        event.putObject("delta").putObject("message").set(field, value);
        event(type, event);
    }

    private void event(String type, ObjectNode fields) {
        ObjectNode event = Json.object().put("type", type);
        event.setAll(fields);
        out.writeBytes(EventBytes.of(type, event));
    }
}
