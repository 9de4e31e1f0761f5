/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Exchange;

import dev.serai.llm.conversation.StreamPart;

/**
 * What a call of the component came to.
 *
 * @param bytes   the answer in the caller's dialect, of a stream as far as it got
 * @param parts   the meaning of a stream's events; empty for a whole answer
 * @param failure null where the call succeeded
 */
public record Outcome(
        byte[] bytes,
        List<StreamPart> parts,
        StopReason stopReason,
        Usage usage,
        ErrorClass advice,
        LlmException failure) {

    public static Outcome of(Exchange exchange) {
        Exception exception = exchange.getException();
        if (exception instanceof LlmException failure) {
            return new Outcome(new byte[0], List.of(), null, null, null, failure);
        }
        if (exception != null) {
            throw new AssertionError("not an LlmException", exception);
        }
        if (exchange.getMessage().getBody() instanceof LlmStream stream) {
            return read(stream);
        }
        LlmResponse response = exchange.getMessage().getBody(LlmResponse.class);
        return new Outcome(
                response.body(), List.of(), response.stopReason(), response.usage(), response.advice(), null);
    }

    private static Outcome read(LlmStream stream) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<StreamPart> parts = new ArrayList<>();
        List<LlmStream.End> ends = new ArrayList<>();
        LlmException failure = null;
        stream.onEnd(ends::add);
        try (stream) {
            for (LlmEvent event = stream.next(); event != null; event = stream.next()) {
                bytes.writeBytes(event.bytes());
                parts.addAll(event.parts());
            }
        } catch (LlmException e) {
            failure = e;
        }
        if (ends.size() != 1 || ends.get(0).failure() != failure) {
            throw new AssertionError("the end was reported as " + ends + ", the failure is " + failure);
        }
        LlmStream.Progress progress = stream.progress();
        return new Outcome(
                bytes.toByteArray(), parts, progress.stopReason(), progress.usage(), progress.advice(), failure);
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        for (StreamPart part : parts) {
            if (part instanceof StreamPart.Text t && t.choice() == 0) {
                text.append(t.text());
            }
        }
        return text.toString();
    }
}
