/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.anthropic;

import java.util.List;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.on;

/** How Anthropic says no. Money and context overflow are 400s that only their first words tell apart. */
public final class AnthropicErrors extends ErrorTable {
    private static final List<ErrorRule> RULES = List.of(
            always().label("enforced_spend_limit_reached", "billing_error")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("spend limit"),
            on(0, 400)
                    .starts("your credit balance is too low", "you have reached your specified api usage limits")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("credit balance or own usage limit"),
            on(0, 400, 413)
                    .starts("prompt is too long", "input length and `max_tokens` exceed context limit")
                    .is(ErrorClass.CONTEXT_OVERFLOW),
            on(0, 400).starts("output blocked by content filtering policy").is(ErrorClass.POLICY_REJECTION),
            always().label("timeout_error").is(ErrorClass.DEADLINE_EXCEEDED),
            always().label("overloaded_error")
                    .is(ErrorClass.PROVIDER_UNAVAILABLE)
                    .because("overloaded"));

    public AnthropicErrors(RetryAfter retryAfter) {
        super(AnthropicProvider.NAME, retryAfter, RULES);
    }
}
