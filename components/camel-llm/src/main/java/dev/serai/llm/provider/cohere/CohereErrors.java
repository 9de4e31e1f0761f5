/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.cohere;

import java.util.List;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.on;

/** How Cohere says no: most errors have a text and no type. */
public final class CohereErrors extends ErrorTable {
    private static final List<ErrorRule> RULES = List.of(
            always().label("TOO_MANY_TOKENS").is(ErrorClass.CONTEXT_OVERFLOW),
            on(400).starts("too many tokens").is(ErrorClass.CONTEXT_OVERFLOW),
            // ways for an answer to end
            always().label("INVALID_TOOL_GENERATION").is(ErrorClass.OUTPUT_INVALID),
            always().label("TIMEOUT").is(ErrorClass.DEADLINE_EXCEEDED),
            on(499, 504).is(ErrorClass.DEADLINE_EXCEEDED),
            // money: a billing limit, and a trial key at the end of its month
            on(402).is(ErrorClass.QUOTA_EXHAUSTED),
            on(429).says("per month", "/ month", "monthly", "calls / month", "maximum billing")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("monthly limit"),
            // a word in the input is on the deny list
            on(498).is(ErrorClass.POLICY_REJECTION),
            on(501).is(ErrorClass.INVALID_REQUEST));

    public CohereErrors(RetryAfter retryAfter) {
        super(CohereProvider.NAME, retryAfter, RULES);
    }
}
