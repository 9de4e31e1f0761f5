/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Arrays;
import java.util.OptionalLong;

/** The latest values of one kind, and their percentiles. Thread-safe. */
public final class LatestValues {
    private static final int SIZE = 500;
    private static final int SORTED_EVERY = 10;

    private final int enough;
    private final long[] latest = new long[SIZE];
    private long[] sorted = {};
    private int next;
    private int filled;

    /** @param enough how many must have been seen, 500 at most, before a percentile says something */
    public LatestValues(int enough) {
        this.enough = enough;
    }

    public synchronized void add(long value) {
        latest[next] = value;
        next = (next + 1) % SIZE;
        filled = Math.max(filled, next == 0 ? SIZE : next);
        if (filled <= enough || next % SORTED_EVERY == 0) {
            sorted = Arrays.copyOf(latest, filled);
            Arrays.sort(sorted);
        }
    }

    /** Empty while too few have been seen. */
    public synchronized OptionalLong percentile(int percentage) {
        return sorted.length < enough
                ? OptionalLong.empty()
                : OptionalLong.of(sorted[Math.max(0, (int) Math.ceil(sorted.length * percentage / 100.0) - 1)]);
    }
}
