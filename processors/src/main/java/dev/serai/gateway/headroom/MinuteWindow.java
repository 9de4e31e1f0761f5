/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

/** Sums of the last 60 seconds, by the second. Thread-safe. */
final class MinuteWindow {
    private static final int SECONDS = 60;

    private final long[] second = new long[SECONDS];
    private final long[] requests = new long[SECONDS];
    private final long[] tokens = new long[SECONDS];

    /** @param now in seconds, of any clock that never goes back; not negative */
    synchronized void add(long now, long moreRequests, long moreTokens) {
        int slot = (int) (now % SECONDS);
        if (second[slot] != now) {
            second[slot] = now;
            requests[slot] = 0;
            tokens[slot] = 0;
        }
        requests[slot] += moreRequests;
        tokens[slot] += moreTokens;
    }

    synchronized Load sum(long now) {
        Load sum = Load.NONE;
        for (int slot = 0; slot < SECONDS; slot++) {
            if (now - second[slot] < SECONDS) {
                sum = sum.plus(new Load(requests[slot], tokens[slot]));
            }
        }
        return sum;
    }
}
