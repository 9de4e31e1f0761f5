/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.gemini;

import java.util.List;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.on;

/**
 * How Google says no. A limit per minute and one per day have the same text about plan and billing; only the id of the
 * quota tells them apart.
 */
public final class GeminiErrors extends ErrorTable {
    private static final List<ErrorRule> RULES = List.of(
            // a bad key is a 400
            always().label("api_key_invalid", "api_key_expired", "api_key_service_blocked", "credentials_missing")
                    .is(ErrorClass.AUTHENTICATION),
            on(400).starts("api key not valid", "api key expired").is(ErrorClass.AUTHENTICATION),
            always().label("billing_disabled").is(ErrorClass.QUOTA_EXHAUSTED).because("billing is off"),
            on(429).label("quota_per_day").is(ErrorClass.QUOTA_EXHAUSTED).because("daily limit"),
            on(429).label("quota_of_zero").is(ErrorClass.QUOTA_EXHAUSTED).because("the plan does not have the model"),
            on(429).says(
                            "prepayment credits are depleted",
                            "exceeded its monthly spending cap",
                            "exceeded its spending cap")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("credit or spending cap"),
            on(400).says("exceeds the maximum number of tokens allowed").is(ErrorClass.CONTEXT_OVERFLOW),
            on(400).starts("user location is not supported")
                    .is(ErrorClass.POLICY_REJECTION)
                    .because("location"),
            on(504).is(ErrorClass.DEADLINE_EXCEEDED),

            // a status word without a number
            on(0).label("deadline_exceeded").is(ErrorClass.DEADLINE_EXCEEDED),
            on(0).label("resource_exhausted").is(ErrorClass.RATE_LIMITED),
            on(0).label("unauthenticated", "permission_denied").is(ErrorClass.AUTHENTICATION),
            on(0).label("invalid_argument", "failed_precondition", "not_found", "out_of_range")
                    .is(ErrorClass.INVALID_REQUEST));

    public GeminiErrors(String provider, RetryAfter retryAfter) {
        super(provider, retryAfter, RULES);
    }
}
