/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.openai;

import java.util.List;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.on;

/** How OpenAI says no. The code decides; the type of a bad key is {@code invalid_request_error}. */
public final class OpenAiErrors extends ErrorTable {
    /** What OpenAI means by its codes; whoever copies the dialect copies most of them. */
    public static final List<ErrorRule> RULES = List.of(
            always().label(
                            "insufficient_quota",
                            "credit_balance_exhausted",
                            "organization_usage_limit_exceeded",
                            "organization_spend_limit_exceeded",
                            "project_spend_limit_exceeded",
                            "billing_hard_limit_reached")
                    .is(ErrorClass.QUOTA_EXHAUSTED),
            // more tokens than the limit per minute allows at all: waiting does not help
            always().label("rate_limit_exceeded")
                    .starts("request too large")
                    .is(ErrorClass.RATE_LIMITED)
                    .hopeless()
                    .because("the request is larger than the rate limit"),
            always().label("rate_limit_exceeded", "slow_down").is(ErrorClass.RATE_LIMITED),
            always().label("context_length_exceeded").is(ErrorClass.CONTEXT_OVERFLOW),
            always().label("content_policy_violation", "content_filter", "invalid_prompt")
                    .is(ErrorClass.POLICY_REJECTION),
            always().label("unsupported_country_region_territory").is(ErrorClass.POLICY_REJECTION),
            always().label("invalid_api_key").is(ErrorClass.AUTHENTICATION),
            always().label("server_is_overloaded").is(ErrorClass.PROVIDER_UNAVAILABLE),
            on(400).says("maximum context length").is(ErrorClass.CONTEXT_OVERFLOW),
            on(400).says("safety system", "usage policy", "usage policies", "content policy")
                    .is(ErrorClass.POLICY_REJECTION));

    public OpenAiErrors(RetryAfter retryAfter) {
        super(OpenAiProvider.NAME, retryAfter, RULES);
    }
}
