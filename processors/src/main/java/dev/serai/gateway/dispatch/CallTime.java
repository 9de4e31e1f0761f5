/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;

/** When a call arrived, when it has to end and when it did. Thread-safe. */
final class CallTime {
    private final Instant arrived;
    private final long arrivedNanos;
    private volatile Duration deadline;
    private volatile Duration margin = Duration.ZERO;
    private volatile Long firstContentNanos;
    private volatile long endedNanos;

    CallTime() {
        this(Instant.now(), System.nanoTime());
    }

    private CallTime(Instant arrived, long arrivedNanos) {
        this.arrived = arrived;
        this.arrivedNanos = arrivedNanos;
    }

    /** The same arrival, and from now on no more time than that, nor than there is left. */
    CallTime within(Duration limit) {
        CallTime shorter = new CallTime(arrived, arrivedNanos);
        long left = Math.min(Math.max(0, limit.toNanos()), remainingNanos());
        shorter.deadline = Duration.ofNanos(sinceArrival(System.nanoTime()) + left);
        return shorter;
    }

    void limit(Duration fromArrival) {
        deadline = fromArrival;
    }

    void firstContent() {
        if (firstContentNanos == null) {
            firstContentNanos = System.nanoTime();
        }
    }

    /** Null before it. */
    Long firstContentMillis() {
        Long at = firstContentNanos;
        return at == null ? null : sinceArrival(at) / 1_000_000;
    }

    void leave(Duration time) {
        margin = time;
    }

    void end() {
        endedNanos = System.nanoTime();
    }

    Instant arrived() {
        return arrived;
    }

    private long sinceArrival(long nanoTime) {
        return nanoTime - arrivedNanos;
    }

    long remainingNanos() {
        Duration limit = deadline;
        return limit == null
                ? Long.MAX_VALUE
                : Math.max(0, limit.minus(margin).toNanos() - sinceArrival(System.nanoTime()));
    }

    long elapsedNanos() {
        long end = endedNanos;
        return sinceArrival(end == 0 ? System.nanoTime() : end);
    }
}
