/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

/**
 * How many places become free in a second, seen in two ways: by how many were given out lately, and by how long they are kept.
 * The higher number counts, so that nobody is sent away on a guess. Not thread-safe.
 */
final class ServiceRate {
    private static final double MEMORY_NANOS = 5e9;
    private static final double NEW = 0.1;

    private double given;
    private long givenAt;
    private double keptNanos;

    void given(long now) {
        given = decayed(now) + 1;
        givenAt = now;
    }

    void returned(long nanos) {
        keptNanos = keptNanos == 0 ? nanos : keptNanos + NEW * (nanos - keptNanos);
    }

    /**
     * How long until so many places have become free, in nanoseconds; 0 where nothing is known yet.
     *
     * @param inUse places that are taken now
     */
    long nanosUntil(int places, int inUse, long now) {
        double lately = decayed(now) / MEMORY_NANOS;
        double byTime = keptNanos == 0 ? 0 : inUse / keptNanos;
        double perNano = Math.max(lately, byTime);
        return perNano == 0 || keptNanos == 0 ? 0 : (long) (places / perNano);
    }

    private double decayed(long now) {
        return given * Math.exp(-(now - givenAt) / MEMORY_NANOS);
    }
}
