/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** The latest latencies of one kind of call, and their percentiles. Thread-safe. */
final class LatencyWindow {
    private static final int ENOUGH = 20;

    private final LatestValues millis = new LatestValues(ENOUGH);

    void add(long taken) {
        millis.add(taken);
    }

    /**
     * Adds one that was given up after that long. Without those that were slow, the percentiles would sink with each hedge;
     * one that was given up early says nothing.
     */
    void addAtLeast(long taken) {
        OptionalLong slow = millis.percentile(95);
        if (slow.isPresent() && taken >= slow.getAsLong()) {
            add(taken);
        }
    }

    /** Empty while fewer than twenty have been seen. */
    Optional<Duration> percentile(int percentage) {
        OptionalLong known = millis.percentile(percentage);
        return known.isPresent() ? Optional.of(Duration.ofMillis(known.getAsLong())) : Optional.empty();
    }
}
