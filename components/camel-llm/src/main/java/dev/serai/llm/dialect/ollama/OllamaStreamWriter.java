/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamWriter;

/**
 * Writes the parts of another dialect's stream as lines. A tool call goes out whole, at the end, since a line cannot hold
 * a piece of one. A failure writes nothing here: who ends the stream writes the error. Native parts have no place in it.
 * One stream, one thread.
 */
final class OllamaStreamWriter implements StreamWriter {
    private record Call(StreamPart.ToolCallStart start, StringBuilder arguments) {}

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<Integer, Call> calls = new TreeMap<>();
    private String model;
    private StopReason stop = StopReason.STOP;
    private Usage usage;

    @Override
    public byte[] write(StreamPart part) {
        out.reset();
        if (part instanceof StreamPart.Start start) {
            model = start.model();
        } else if (part instanceof StreamPart.UsageReport report) {
            usage = report.usage();
        } else if (part instanceof StreamPart.Finish finish) {
            stop = finish.choice() == 0 ? finish.reason() : stop;
        } else if (part instanceof StreamPart.End) {
            end();
        } else if (part instanceof StreamPart.Text text && text.isContent()) {
            message(Json.object().put("content", text.text()));
        } else if (part instanceof StreamPart.Refusal refusal && refusal.isContent()) {
            message(Json.object().put("content", refusal.text()));
        } else if (part instanceof StreamPart.Reasoning reasoning && reasoning.isContent()) {
            message(Json.object().put("content", "").put("thinking", reasoning.text()));
        } else if (part instanceof StreamPart.ToolCallStart call) {
            calls.put(call.index(), new Call(call, new StringBuilder()));
        } else if (part instanceof StreamPart.ToolCallArguments arguments && calls.containsKey(arguments.index())) {
            calls.get(arguments.index()).arguments.append(arguments.json());
        }
        return out.toByteArray();
    }

    private void end() {
        for (Call call : calls.values()) {
            ObjectNode arguments = Json.parseObject(call.arguments.toString());
            if (arguments != null) {
                ObjectNode message = Json.object().put("content", "");
                message.putArray("tool_calls")
                        .add(OllamaMessageWriter.callOf(call.start.id(), call.start.name(), arguments));
                message(message);
            }
        }
        ObjectNode line = OllamaAnswerWriter.envelope(model);
        line.putObject("message").put("role", "assistant").put("content", "");
        line.put("done", true).put("done_reason", OllamaStops.write(stop));
        OllamaUsage.write(line, usage);
        out.writeBytes(OllamaChatCodec.line(line));
    }

    private void message(ObjectNode message) {
        ObjectNode line = OllamaAnswerWriter.envelope(model);
        line.set("message", Json.object().put("role", "assistant").setAll(message));
        out.writeBytes(OllamaChatCodec.line(line.put("done", false)));
    }
}
