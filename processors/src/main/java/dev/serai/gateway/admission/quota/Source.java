/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.concurrent.CompletableFuture;

/**
 * What an instance takes from: a bucket that fills with time. All in microseconds. Nothing blocks, and no future fails.
 * Thread-safe.
 */
interface Source {
    /**
     * What came of a question.
     *
     * @param granted 0 where there was not enough
     * @param left    what the bucket has after it; less than 0 where it owes
     */
    record Grant(long granted, long left) {}

    /** Whether a question now goes to the fleet, which answers later. */
    boolean isFar();

    /**
     * Takes {@code wish}, or as much of it as there is, or nothing where that is less than {@code need}. A bucket that is not
     * far gives no more than the need: asking it again costs nothing.
     *
     * @param capacity what the bucket holds at most
     */
    CompletableFuture<Grant> take(long need, long wish, long capacity);

    /** Gives back what was taken and not used; what the bucket cannot hold is lost. */
    void give(long micros, long capacity);

    /** Takes what has been used already, whether or not there is enough. */
    void owe(long micros, long capacity);
}
