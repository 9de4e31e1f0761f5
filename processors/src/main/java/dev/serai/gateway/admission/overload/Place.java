/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.concurrent.atomic.AtomicBoolean;

/** One of the places that a {@link PlaceQueue} gives out; given back once, however often that is said. Thread-safe. */
public final class Place {
    private final PlaceQueue queue;
    private final Claim claim;
    private final long sinceNanos;
    private final AtomicBoolean released = new AtomicBoolean();

    Place(PlaceQueue queue, Claim claim, long sinceNanos) {
        this.queue = queue;
        this.claim = claim;
        this.sinceNanos = sinceNanos;
    }

    Claim claim() {
        return claim;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    public void release() {
        if (released.compareAndSet(false, true)) {
            queue.returned(this);
        }
    }
}
