/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A call that waits for a place: one thread waits, whoever has the queue's lock decides. */
final class Waiter {
    private final Claim claim;
    private final long number;
    private final CountDownLatch decided = new CountDownLatch(1);
    private volatile State state = State.WAITING;
    private volatile Place place;

    enum State {
        WAITING,
        ADMITTED,
        /** A more urgent call needed its room in the queue. */
        SHED,
        /** Its client has left, or it has waited as long as it may. */
        GONE
    }

    /** @param number counts those who wait, in the order in which they came */
    Waiter(Claim claim, long number) {
        this.claim = claim;
        this.number = number;
    }

    long number() {
        return number;
    }

    Claim claim() {
        return claim;
    }

    State state() {
        return state;
    }

    Place place() {
        return place;
    }

    void admit(Place given) {
        place = given;
        decide(State.ADMITTED);
    }

    void decide(State how) {
        state = how;
        decided.countDown();
    }

    /** Waits for the decision; false where it did not come in time. */
    boolean await() throws InterruptedException {
        return decided.await(claim.nanos(), TimeUnit.NANOSECONDS);
    }
}
