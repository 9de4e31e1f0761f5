/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.io.Serializable;
import java.util.BitSet;

/**
 * The latest calls of a deployment, and which of them failed. Immutable.
 *
 * @param failures one bit per call, the oldest first
 * @param calls    how many there are
 */
record BreakerWindow(BitSet failures, int calls) implements Serializable {
    static final BreakerWindow EMPTY = new BreakerWindow(new BitSet(), 0);

    private static final long serialVersionUID = 1L;

    /** With one more call; the oldest drops out of a full window. */
    BreakerWindow with(boolean failed, int size) {
        int dropped = Math.max(0, calls + 1 - size);
        BitSet bits = failures.get(dropped, Math.max(dropped, calls));
        int last = calls - dropped;
        bits.set(last, failed);
        return new BreakerWindow(bits, last + 1);
    }

    /** With the latest answer turned into a failure; with one more failure where no answer is left. */
    BreakerWindow withBroken(int size) {
        int answer = failures.previousClearBit(calls - 1);
        if (answer < 0) {
            return with(true, size);
        }
        BitSet bits = (BitSet) failures.clone();
        bits.set(answer);
        return new BreakerWindow(bits, calls);
    }

    int failed() {
        return failures.cardinality();
    }

    boolean opens(BreakerPolicy policy) {
        return calls >= policy.minimumCalls() && failed() * 100L >= (long) policy.failureRate() * calls;
    }
}
