/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.mistral;

import java.util.List;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.on;

/** How Mistral says no: flat, with a number as its code, or with nothing but a detail. */
public final class MistralErrors extends ErrorTable {
    private static final List<ErrorRule> RULES = List.of(
            always().label("rate_limited").is(ErrorClass.RATE_LIMITED),
            on(429).says("per month", "monthly").is(ErrorClass.QUOTA_EXHAUSTED).because("monthly limit"),
            on(400).starts("prompt contains").is(ErrorClass.CONTEXT_OVERFLOW),
            on(400).label("invalid_request_prompt", "invalid_request_message", "invalid_request_invalid_args")
                    .says("too large for model", "maximum context length")
                    .is(ErrorClass.CONTEXT_OVERFLOW),
            on(400).says("too large for model", "maximum context length").is(ErrorClass.CONTEXT_OVERFLOW),
            on(403).says("guardrail", "moderation").is(ErrorClass.POLICY_REJECTION),
            on(504).is(ErrorClass.DEADLINE_EXCEEDED));

    public MistralErrors(RetryAfter retryAfter) {
        super(MistralProvider.NAME, retryAfter, RULES);
    }
}
