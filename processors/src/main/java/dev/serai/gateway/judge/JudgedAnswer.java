/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.judge;

import dev.serai.gateway.output.WholeStream;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.Operation;
import dev.serai.llm.StopReason;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

/**
 * An answer as a judge sees it.
 *
 * @param deployment whose it is
 * @param text       of its first choice
 * @param exempt     what it is where it is none to be judged, such as {@code tool_calls}; else null
 */
record JudgedAnswer(String deployment, String text, String exempt) {
    static JudgedAnswer of(String deployment, Object body) throws LlmException {
        if (body instanceof WholeStream stream) {
            return new JudgedAnswer(
                    deployment,
                    stream.text(),
                    exempt(stream.progress().stopReason(), stream.progress().advice()));
        }
        LlmResponse response = (LlmResponse) body;
        String exempt = response.stopReason() == null
                ? Operation.EMBEDDINGS.code()
                : exempt(response.stopReason(), response.advice());
        return new JudgedAnswer(deployment, exempt == null ? text(response) : "", exempt);
    }

    /** Refusals and tool calls are answers of another kind, as they are for an output schema. */
    static String exempt(StopReason stopReason, ErrorClass advice) {
        if (advice != null) {
            return advice.code();
        }
        return stopReason == StopReason.TOOL_CALLS ? stopReason.code() : null;
    }

    static String text(LlmResponse response) throws LlmException {
        return Codecs.of(response.dialect())
                .readAnswer(Json.parseAnswer(response.body()), null)
                .text();
    }
}
