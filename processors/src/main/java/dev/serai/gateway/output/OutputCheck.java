/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.output;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;
import dev.serai.llm.Operation;
import dev.serai.llm.StopReason;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

/** Checks whole answers against the output schema of their task. Thread-safe, stateless. */
@Component
public final class OutputCheck {
    private final long maxBuffered;

    OutputCheck(@Value("${serai.stream.max-buffered:16MB}") DataSize maxBuffered) {
        this.maxBuffered = maxBuffered.toBytes();
    }

    /** @throws LlmException output_invalid; refusals and tool calls are answers of another kind and pass */
    public void check(Call call, LlmResponse response) throws LlmException {
        if (applies(call, response.stopReason(), response.advice())) {
            Answer answer = Codecs.of(response.dialect()).readAnswer(Json.parseAnswer(response.body()), null);
            call.task().contract().outputSchema().check(answer.text());
        }
    }

    /** Reads all of an answer that comes as a stream, and closes it; the same rules hold. */
    public WholeStream whole(Call call, LlmStream stream) throws LlmException {
        WholeStream whole = WholeStream.read(stream, maxBuffered);
        LlmStream.Progress progress = whole.progress();
        if (applies(call, progress.stopReason(), progress.advice())) {
            call.task().contract().outputSchema().check(whole.text());
        }
        return whole;
    }

    private static boolean applies(Call call, StopReason stopReason, ErrorClass advice) {
        return call.task().contract().outputSchema() != null
                && call.request().operation() == Operation.CHAT
                && advice == null
                && stopReason != StopReason.TOOL_CALLS;
    }
}
