/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.io.Serializable;
import java.time.Duration;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * What one call says of a deployment's health.
 *
 * @param failed      false: it answered, and the rest means nothing
 * @param cooldownMs  how long the deployment is to be left alone if this failure opens its breaker
 * @param probeAfterMs how long it is to be left alone even where no other deployment is left
 * @param answeredFirst it was counted as answered before: a stream that broke later
 */
record CallResult(boolean failed, long cooldownMs, long probeAfterMs, boolean answeredFirst) implements Serializable {
    static final CallResult ANSWERED = new CallResult(false, 0, 0, false);

    private static final long serialVersionUID = 1L;
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(10);
    private static final long SOONEST_PROBE_MS = 1_000;
    /** A spend or monthly cap does not go away in half a minute. */
    private static final int QUOTA_FACTOR = 10;

    private static final int PROBES_PER_COOLDOWN = 10;

    /** Of a failure that counts; {@code failure} is null for one of unknown kind. */
    static CallResult failed(LlmException failure, BreakerPolicy policy) {
        long normal = policy.cooldown().toMillis();
        if (failure != null && failure.errorClass() == ErrorClass.RATE_LIMITED) {
            Duration asked = failure.retryAfter().orElse(null);
            if (asked != null && !asked.isZero()) {
                long wait = Math.min(asked.toMillis(), LONGEST_RETRY_AFTER.toMillis());
                return new CallResult(true, wait, wait, false);
            }
        }
        boolean quota = failure != null && failure.errorClass() == ErrorClass.QUOTA_EXHAUSTED;
        long cooldown = quota ? normal * QUOTA_FACTOR : normal;
        return new CallResult(
                true, cooldown, Math.min(cooldown, Math.max(SOONEST_PROBE_MS, cooldown / PROBES_PER_COOLDOWN)), false);
    }

    CallResult butAnsweredFirst() {
        return new CallResult(failed, cooldownMs, probeAfterMs, true);
    }
}
