/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import dev.serai.gateway.deployment.Selection;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** What the client is told where several things failed. Pure functions. */
final class Telling {
    private Telling() {}

    /**
     * Which of two failures the client is told: what a deployment has said says more than that another was not asked; else
     * the later one, and of two of one class the one that lets it come back sooner.
     */
    static LlmException more(LlmException before, LlmException failure) {
        if (weight(before) != weight(failure)) {
            return weight(before) > weight(failure) ? before : failure;
        }
        return before.errorClass() == failure.errorClass() && sooner(before, failure) ? before : failure;
    }

    private static int weight(LlmException failure) {
        if (Race.isLost(failure)) {
            return 0;
        }
        boolean notAsked = Selection.isPassedOver(failure)
                || Attempts.USED_UP.equals(failure.code())
                || failure.errorClass() == ErrorClass.INSUFFICIENT_FUNDS;
        return notAsked ? 1 : 2;
    }

    private static boolean sooner(LlmException one, LlmException other) {
        return one.retryAfter()
                .filter(wait ->
                        other.retryAfter().map(w -> wait.compareTo(w) < 0).orElse(true))
                .isPresent();
    }
}
