/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.output;

import org.springframework.stereotype.Component;

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
    /** @throws LlmException output_invalid; refusals and tool calls are answers of another kind and pass */
    public void check(Call call, LlmResponse response) throws LlmException {
        if (applies(call, response.stopReason(), response.advice())) {
            Answer answer = Codecs.of(response.dialect()).readAnswer(Json.parseAnswer(response.body()), null);
            call.task().contract().outputSchema().check(answer.text());
        }
    }

    /** The same for an answer that came as a stream. */
    public void check(Call call, WholeStream stream) throws LlmException {
        LlmStream.Progress progress = stream.progress();
        if (applies(call, progress.stopReason(), progress.advice())) {
            call.task().contract().outputSchema().check(stream.text());
        }
    }

    private static boolean applies(Call call, StopReason stopReason, ErrorClass advice) {
        return call.task().contract().outputSchema() != null
                && call.request().operation() == Operation.CHAT
                && advice == null
                && stopReason != StopReason.TOOL_CALLS;
    }
}
