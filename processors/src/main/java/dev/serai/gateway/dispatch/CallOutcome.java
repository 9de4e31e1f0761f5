/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;

/**
 * How a call ended.
 *
 * @param failure    null where the caller got the whole answer
 * @param stopReason null where it failed
 * @param usage      what the answering attempt reported; may be null
 * @param advice     an error class that fits a whole answer (a refusal), or null
 */
public record CallOutcome(LlmException failure, StopReason stopReason, Usage usage, ErrorClass advice) {
    public static CallOutcome failed(LlmException failure) {
        return new CallOutcome(failure, null, null, null);
    }

    /** The outcome as records and metrics name it: {@code ok} or the error class. */
    public String code() {
        return failure == null ? "ok" : failure.errorClass().code();
    }
}
