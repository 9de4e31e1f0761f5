/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;

import dev.serai.llm.LlmException;

/**
 * How many attempts a deployment takes at a time: its connections, and fewer after it showed that they are too many. It shows
 * that by refusing (429, overloaded), by time-outs, and by first tokens that take more than half of what they may. A whole
 * answer's time is no sign: it grows with the answer. Where a quarter of the attempts show a sign, a quarter is taken off; each
 * answer gives one back. A sign now and then says nothing: providers have those with little to do, too. Thread-safe.
 */
final class DeploymentLimit {
    private static final double FEWER = 0.75;
    /** The share of signs that is too much, of no fewer attempts than those. */
    private static final double MANY = 0.25;

    private static final int ENOUGH = 10;
    /** What was longer ago counts half. */
    private static final int REMEMBERED = 40;

    private final Limit limit;
    private final long slowNanos;
    /** What began before the latest cut says nothing new. */
    private long cutAt = System.nanoTime();

    /** Since then. */
    private int attempts;

    private int signs;

    /**
     * @param first      how many at first
     * @param most       how many there are connections for
     * @param firstToken the deployment's limit for the first content of a stream
     */
    DeploymentLimit(int first, int least, int most, Duration firstToken) {
        slowNanos = firstToken.toNanos() / 2;
        limit = AIMDLimit.newBuilder()
                .initialLimit(first)
                .minLimit(Math.min(least, most))
                .maxLimit(most)
                .backoffRatio(FEWER)
                .timeout(slowNanos, TimeUnit.NANOSECONDS)
                .build();
    }

    int get() {
        return limit.getLimit();
    }

    /** Whether a failure says that the deployment has too much to do. */
    static boolean isSign(LlmException failure) {
        return switch (failure.errorClass()) {
            case RATE_LIMITED -> true;
            // but not the end of the call's own time
            case DEADLINE_EXCEEDED -> !"call_timeout".equals(failure.code());
            case PROVIDER_UNAVAILABLE ->
                failure.code() != null && failure.code().contains("overloaded");
            default -> false;
        };
    }

    /** The first content of a stream came after that time. */
    void firstToken(long startedNanos, long tookNanos, int inUse) {
        sample(startedNanos, tookNanos, inUse, tookNanos > slowNanos);
    }

    /** A whole answer came. */
    void answered(long startedNanos, int inUse) {
        sample(startedNanos, 1, inUse, false);
    }

    /** An attempt failed in a way that {@link #isSign}. */
    void refused(long startedNanos, int inUse) {
        sample(startedNanos, 1, inUse, true);
    }

    private void sample(long startedNanos, long tookNanos, int inUse, boolean sign) {
        if (isCut(startedNanos, sign) == sign) {
            limit.onSample(startedNanos, tookNanos, inUse, sign);
        }
    }

    private synchronized boolean isCut(long startedNanos, boolean sign) {
        if (startedNanos - cutAt < 0) {
            return false;
        }
        attempts++;
        signs += sign ? 1 : 0;
        if (!sign || attempts < ENOUGH || signs < attempts * MANY) {
            if (attempts == REMEMBERED) {
                attempts /= 2;
                signs /= 2;
            }
            return false;
        }
        attempts = 0;
        signs = 0;
        cutAt = System.nanoTime();
        return true;
    }
}
