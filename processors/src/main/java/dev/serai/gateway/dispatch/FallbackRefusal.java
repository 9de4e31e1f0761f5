/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * A fallback's refusal of a request that an earlier deployment had nothing against: it tells of the fallback's model and
 * not of the request, so it neither ends the call nor reaches the caller.
 */
final class FallbackRefusal {
    private static final Set<ErrorClass> REFUSALS =
            EnumSet.of(ErrorClass.INVALID_REQUEST, ErrorClass.UNSUPPORTED_FEATURE, ErrorClass.CONTEXT_OVERFLOW);

    private FallbackRefusal() {}

    static boolean is(Attempts attempts, String deployment, LlmException failure) {
        return REFUSALS.contains(failure.errorClass())
                && attempts.asked().stream().anyMatch(attempt -> failedElsewhere(attempt, deployment));
    }

    /** The first of the earlier deployments whose failure may have passed by now. */
    static Optional<Attempt> worthAnotherTry(Attempts attempts, String deployment) {
        return attempts.asked().stream()
                .filter(attempt -> failedElsewhere(attempt, deployment)
                        && attempt.failure().retryable())
                .findFirst();
    }

    private static boolean failedElsewhere(Attempt attempt, String deployment) {
        return attempt.failure() != null
                && attempt.failure().errorClass().hop() == ErrorClass.Hop.ALWAYS
                && !attempt.deployment().equals(deployment);
    }
}
