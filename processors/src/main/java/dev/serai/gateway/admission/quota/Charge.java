/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What one call takes of one limit. Immutable.
 *
 * @param count requests or tokens, by estimate
 * @param holds what the limit's bucket holds at most, in microseconds
 */
record Charge(Limit limit, Lease lease, long count, long holds) {
    private static final int MOST_ROUNDS = 20;
    private static final long SOON_MICROS = 50_000;

    /** What stood in the way of a call: of several limits, the one that does so the longest. */
    record Refused(Limit limit, Duration retryAfter) {}

    /**
     * Takes all, or nothing. A call whose instance has nothing in stock waits here for the fleet, on its virtual thread and
     * for half a second at most.
     */
    static Optional<Refused> take(List<Charge> charges) {
        List<Charge> open = new ArrayList<>(charges);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<CompletableFuture<Void>> asked = new ArrayList<>();
            for (Charge charge : List.copyOf(open)) {
                Lease.Try result = charge.lease.take(charge.cost(), charge.holds);
                if (result.taken()) {
                    open.remove(charge);
                } else if (result.asked() == null) {
                    return Optional.of(refuse(charges, open, charge, result.soonest()));
                } else {
                    asked.add(result.asked());
                }
            }
            if (open.isEmpty()) {
                return Optional.empty();
            }
            CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).join();
        }
        return Optional.of(refuse(charges, open, open.get(0), SOON_MICROS));
    }

    static void giveBack(List<Charge> charges) {
        charges.forEach(charge -> charge.lease.give(charge.cost()));
    }

    private static Refused refuse(List<Charge> charges, List<Charge> open, Charge by, long wait) {
        List<Charge> taken = new ArrayList<>(charges);
        taken.removeAll(open);
        giveBack(taken);
        Refused longest = new Refused(by.limit, micros(wait));
        for (Charge other : open) {
            Duration missing = micros(Math.min(other.cost(), other.holds) - other.lease.available());
            if (missing.compareTo(longest.retryAfter()) > 0) {
                longest = new Refused(other.limit, missing);
            }
        }
        return longest;
    }

    /** The call has used so many, and not as many as it has taken. */
    void correct(long used) {
        long more = limit.cost(used) - cost();
        if (more > 0) {
            lease.owe(more);
        } else if (more < 0) {
            lease.give(-more);
        }
    }

    /** In microseconds of the bucket's time. */
    private long cost() {
        return limit.cost(count);
    }

    /** How many more may come now, as far as this instance knows. */
    long left() {
        return limit.count(Math.min(holds, lease.available()));
    }

    /** Until as many may come at once as ever. */
    Duration untilFull() {
        return micros(Math.max(0, holds - lease.available()));
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1000);
    }
}
