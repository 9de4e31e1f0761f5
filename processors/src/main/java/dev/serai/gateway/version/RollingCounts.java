/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

/** Counts of one version since it began, and over the latest while. Thread-safe. */
final class RollingCounts {
    private static final int SLOTS = 60;

    private final long slotNanos;
    private final Counts[] slots = new Counts[SLOTS];
    private Counts total = Counts.NONE;
    private long slot;

    /** @param windowNanos what the latest while is, a sixtieth more or less */
    RollingCounts(long windowNanos, long now) {
        this.slotNanos = Math.max(1, windowNanos / SLOTS);
        this.slot = Math.floorDiv(now, slotNanos);
    }

    synchronized void add(Counts more, long now) {
        advance(now);
        total = total.plus(more);
        int index = Math.floorMod(slot, SLOTS);
        slots[index] = slots[index] == null ? more : slots[index].plus(more);
    }

    synchronized Counts total() {
        return total;
    }

    synchronized Counts latest(long now) {
        advance(now);
        Counts sum = Counts.NONE;
        for (Counts each : slots) {
            sum = each == null ? sum : sum.plus(each);
        }
        return sum;
    }

    private void advance(long now) {
        long current = Math.floorDiv(now, slotNanos);
        for (long passed = Math.max(slot + 1, current - SLOTS + 1); passed <= current; passed++) {
            slots[Math.floorMod(passed, SLOTS)] = null;
        }
        slot = Math.max(slot, current);
    }
}
