/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The latest latencies of one kind of call, and their percentiles. Thread-safe. */
final class LatencyWindow {
    private static final int SIZE = 500;
    private static final int ENOUGH = 20;
    private static final int SORTED_EVERY = 10;

    private final long[] latest = new long[SIZE];
    private long[] sorted = {};
    private int next;
    private int filled;

    synchronized void add(long millis) {
        latest[next] = millis;
        next = (next + 1) % SIZE;
        filled = Math.max(filled, next == 0 ? SIZE : next);
        if (filled <= ENOUGH || next % SORTED_EVERY == 0) {
            sorted = Arrays.copyOf(latest, filled);
            Arrays.sort(sorted);
        }
    }

    /**
     * Adds one that was given up after that long. Without those that were slow, the percentiles would sink with each hedge;
     * one that was given up early says nothing.
     */
    synchronized void addAtLeast(long millis) {
        if (sorted.length >= ENOUGH && millis >= at(95)) {
            add(millis);
        }
    }

    /** Empty while fewer than twenty have been seen. */
    synchronized Optional<Duration> percentile(int percentage) {
        return sorted.length < ENOUGH ? Optional.empty() : Optional.of(Duration.ofMillis(at(percentage)));
    }

    private long at(int percentage) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * percentage / 100.0) - 1)];
    }
}
