/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * How late virtual threads run: now and then one is started, and it looks at the clock. All calls run on such threads, which
 * wait for the same few carriers in one line, so a probe is as late as a call's next step. What counts is the least of several
 * probes: a burst or a collection of garbage delays some of them, too much work all. {@link #probe} and {@link #least} are
 * for one thread.
 */
final class Lateness {
    private static final long NONE = Long.MAX_VALUE;

    private final Executor threads;
    private final LongSupplier clock;
    private volatile long startedAt;
    private volatile long ranAt;
    private boolean underWay;
    private long least = NONE;

    Lateness(Executor threads, LongSupplier clock) {
        this.threads = threads;
        this.clock = clock;
    }

    /** Starts a probe, unless one has not run yet. */
    void probe() {
        collect();
        if (!underWay) {
            underWay = true;
            ranAt = 0;
            startedAt = clock.getAsLong();
            threads.execute(() -> ranAt = clock.getAsLong());
        }
    }

    /** The least lateness since this was asked last, in nanoseconds; of a probe that has not run, as late as it is. */
    long least() {
        collect();
        long result = least != NONE ? least : underWay ? clock.getAsLong() - startedAt : 0;
        least = NONE;
        return result;
    }

    private void collect() {
        if (underWay && ranAt != 0) {
            underWay = false;
            least = Math.min(least, ranAt - startedAt);
        }
    }
}
