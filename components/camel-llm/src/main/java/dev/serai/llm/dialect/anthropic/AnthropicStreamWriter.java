/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamWriter;

/**
 * Writes the parts of another dialect's stream as Messages events. The message ends when the stream does, since usage may
 * come after the finish. A failure writes nothing here: who ends the stream writes the error. Native parts have no place
 * in a message. One stream, one thread.
 */
final class AnthropicStreamWriter implements StreamWriter {
    private final AnthropicBlockEvents blocks = new AnthropicBlockEvents();
    private final StringBuilder refusal = new StringBuilder();
    private boolean started;
    private Usage usage;
    private StopReason stop = StopReason.STOP;
    private String stopSequence;

    @Override
    public byte[] write(StreamPart part) {
        if (part instanceof StreamPart.Start start) {
            start(start.id(), start.model());
        } else if (part instanceof StreamPart.UsageReport report) {
            usage = report.usage();
        } else if (part instanceof StreamPart.Refusal refused) {
            refusal.append(refused.text());
        } else if (part instanceof StreamPart.Finish finish) {
            finish(finish);
        } else if (part instanceof StreamPart.End) {
            end();
        } else if (!(part instanceof StreamPart.Failure || part instanceof StreamPart.Native)) {
            start(null, null);
            blocks.write(part);
        }
        return blocks.take();
    }

    private void start(String id, String model) {
        if (started) {
            return;
        }
        started = true;
        ObjectNode message = AnthropicAnswerWriter.envelope(id, model);
        message.putArray("content");
        AnthropicStops.write(message, null, null, null);
        message.set("usage", AnthropicUsage.write(usage));
        ObjectNode event = Json.object();
        event.set("message", message);
        blocks.event("message_start", event);
    }

    private void finish(StreamPart.Finish finish) {
        if (finish.choice() == 0) {
            stop = finish.reason();
            stopSequence = finish.stopSequence();
            blocks.closeAll();
        }
    }

    private void end() {
        start(null, null);
        blocks.closeAll();
        ObjectNode event = Json.object();
        AnthropicStops.write(
                event.putObject("delta"), stop, stopSequence, refusal.isEmpty() ? null : refusal.toString());
        event.set("usage", AnthropicUsage.write(usage));
        blocks.event("message_delta", event);
        blocks.event("message_stop", Json.object());
    }
}
