/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamWriter;

/**
 * Writes the parts of another dialect's stream as ConverseStream events. Each tool call is a block of its own, and the
 * blocks of parallel calls stay open side by side, since every delta names its block. A failure writes nothing here: who
 * ends the stream writes the error. Native parts have no place in it. One stream, one thread.
 */
final class BedrockStreamWriter implements StreamWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    /** Block by tool call. */
    private final Map<Integer, Integer> calls = new HashMap<>();

    private boolean started;
    private int blocks;
    /** What the open text or reasoning block holds, or null. */
    private String open;

    private StopReason stop = StopReason.STOP;
    private Usage usage;

    @Override
    public byte[] write(StreamPart part) {
        out.reset();
        if (part instanceof StreamPart.UsageReport report) {
            usage = report.usage();
        } else if (part instanceof StreamPart.Finish finish) {
            stop = finish.choice() == 0 ? finish.reason() : stop;
        } else if (part instanceof StreamPart.End) {
            end();
        } else if (!(part instanceof StreamPart.Failure || part instanceof StreamPart.Native)) {
            start();
            content(part);
        }
        return out.toByteArray();
    }

    private void start() {
        if (!started) {
            started = true;
            event("messageStart", Json.object().put("role", "assistant"));
        }
    }

    private void content(StreamPart part) {
        if (part instanceof StreamPart.Text text && text.isContent()) {
            delta("text", Json.object().put("text", text.text()));
        } else if (part instanceof StreamPart.Refusal refusal && refusal.isContent()) {
            delta("text", Json.object().put("text", refusal.text()));
        } else if (part instanceof StreamPart.Reasoning reasoning) {
            reasoning(reasoning);
        } else if (part instanceof StreamPart.RedactedReasoning redacted) {
            close();
            ObjectNode delta = Json.object();
            delta.putObject("reasoningContent").put("redactedContent", redacted.data());
            delta("redacted", delta);
            close();
        } else if (part instanceof StreamPart.ToolCallStart call) {
            toolCall(call);
        } else if (part instanceof StreamPart.ToolCallArguments arguments && calls.containsKey(arguments.index())) {
            ObjectNode delta = Json.object();
            delta.putObject("toolUse").put("input", arguments.json());
            blockEvent("contentBlockDelta", calls.get(arguments.index()), "delta", delta);
        } else if (part instanceof StreamPart.BlockEnd) {
            close();
        }
    }

    /** The signature is the last that is said of a block. */
    private void reasoning(StreamPart.Reasoning reasoning) {
        if (!reasoning.text().isEmpty()) {
            ObjectNode delta = Json.object();
            delta.putObject("reasoningContent").put("text", reasoning.text());
            delta("reasoning", delta);
        }
        if (reasoning.signature() != null) {
            ObjectNode delta = Json.object();
            delta.putObject("reasoningContent").put("signature", reasoning.signature());
            delta("reasoning", delta);
            close();
        }
    }

    private void toolCall(StreamPart.ToolCallStart call) {
        close();
        ObjectNode start = Json.object();
        start.putObject("toolUse")
                .put("toolUseId", Ids.orNew(call.id(), "tooluse_"))
                .put("name", call.name());
        calls.put(call.index(), blocks);
        blockEvent("contentBlockStart", blocks++, "start", start);
    }

    private void delta(String kind, ObjectNode delta) {
        if (!kind.equals(open)) {
            close();
            open = kind;
        }
        blockEvent("contentBlockDelta", blocks, "delta", delta);
    }

    private void close() {
        if (open != null) {
            event("contentBlockStop", Json.object().put("contentBlockIndex", blocks));
            blocks++;
            open = null;
        }
    }

    private void end() {
        start();
        close();
        calls.values().stream()
                .sorted()
                .forEach(block -> event("contentBlockStop", Json.object().put("contentBlockIndex", block)));
        event("messageStop", Json.object().put("stopReason", BedrockStops.write(stop)));
        ObjectNode metadata = Json.object();
        metadata.set("usage", BedrockUsage.write(usage));
        metadata.putObject("metrics").put("latencyMs", 0);
        event("metadata", metadata);
    }

    private void blockEvent(String type, int block, String field, ObjectNode value) {
        ObjectNode event = Json.object().put("contentBlockIndex", block);
        event.set(field, value);
        event(type, event);
    }

    private void event(String type, ObjectNode payload) {
        out.writeBytes(BedrockFrames.event(type, payload));
    }
}
