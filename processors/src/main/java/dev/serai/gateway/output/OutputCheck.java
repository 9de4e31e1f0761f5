/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.output;

import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.Operation;
import dev.serai.llm.StopReason;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

/** Checks a whole answer against its task's output schema. Thread-safe, stateless. */
@Component
public final class OutputCheck {
    /** @throws LlmException output_invalid; refusals and tool calls are answers of another kind and pass */
    public void check(Call call, LlmResponse response) throws LlmException {
        OutputSchema schema = call.task().contract().outputSchema();
        if (schema == null || call.request().operation() != Operation.CHAT) {
            return;
        }
        if (response.advice() != null || response.stopReason() == StopReason.TOOL_CALLS) {
            return;
        }
        Answer answer = Codecs.of(response.dialect()).readAnswer(Json.parseAnswer(response.body()), null);
        schema.check(answer.text());
    }
}
