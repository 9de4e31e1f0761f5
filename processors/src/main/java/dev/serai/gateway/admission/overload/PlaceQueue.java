/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

import dev.serai.llm.Cancellation;
import dev.serai.llm.LlmException;

/**
 * Places, no more than a limit that may change at any time, and a bounded queue of calls that wait for one. A free place goes
 * to the highest priority that waits, there to the tenants in turn, and within a tenant to who came first; {@link Shares} says
 * what is kept from whom. Thread-safe: a call waits on its own (virtual) thread, and nothing runs in the background.
 */
final class PlaceQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final IntSupplier limit;
    private final QueueRules rules;
    private final String reason;
    private final LongSupplier clock;

    private final Lines lines = new Lines();
    private final ServiceRate rate = new ServiceRate();
    private final Usage usage;
    private long arrivals;
    /** What the lower priorities have earned of the next place. */
    private double credit;

    /**
     * @param reason what a caller is told that gets no place
     * @param clock  of nanoseconds
     */
    PlaceQueue(IntSupplier limit, QueueRules rules, String reason, LongSupplier clock) {
        this.limit = limit;
        this.rules = rules;
        this.reason = reason;
        this.clock = clock;
        this.usage = new Usage(rules.shares());
    }

    /** A place where one is free for such a call now, or null. */
    Place tryTake(Claim claim) {
        lock.lock();
        try {
            // who may have a free one has it already: those that wait may not
            return claim.priority() >= usage.lowestAdmitted(limit.getAsInt()) ? give(claim) : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a place.
     *
     * @throws LlmException overloaded where there is none for the call, or its own reason where it was cancelled
     */
    Place take(Claim claim, Cancellation cancellation) throws LlmException, InterruptedException {
        Waiter waiter;
        lock.lock();
        try {
            Place place = tryTake(claim);
            if (place != null) {
                return place;
            }
            waiter = enqueue(claim);
        } finally {
            lock.unlock();
        }
        await(waiter, cancellation);
        return switch (waiter.state()) {
            case ADMITTED -> waiter.place();
            case SHED -> throw refusal(Refusal.SHED, claim);
            default -> throw cancellation.isCancelled() ? cancellation.reason() : refusal(Refusal.QUEUE_TIMEOUT, claim);
        };
    }

    private void await(Waiter waiter, Cancellation cancellation) throws InterruptedException {
        try (Cancellation.Registration leaving = cancellation.onCancel(() -> leave(waiter))) {
            if (!waiter.await()) {
                leave(waiter);
            }
        } catch (InterruptedException e) {
            leave(waiter);
            if (waiter.state() == Waiter.State.ADMITTED) {
                waiter.place().release();
            }
            throw e;
        }
    }

    private Waiter enqueue(Claim claim) throws LlmException {
        if (!claim.patient()) {
            if (expectedNanos(claim) > claim.nanos()) {
                throw refusal(Refusal.NO_TIME, claim);
            }
            makeRoom(claim);
        }
        Waiter waiter = new Waiter(claim, arrivals++);
        lines.add(waiter);
        return waiter;
    }

    private void makeRoom(Claim claim) throws LlmException {
        while (lines.sheddable() >= rules.size() || lines.bytes() + claim.bytes() > rules.bytes()) {
            Waiter victim = lines.leastMissed(claim);
            if (victim == null) {
                throw refusal(Refusal.QUEUE_FULL, claim);
            }
            lines.remove(victim);
            victim.decide(Waiter.State.SHED);
        }
    }

    private void leave(Waiter waiter) {
        lock.lock();
        try {
            if (lines.remove(waiter)) {
                waiter.decide(Waiter.State.GONE);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The limit may have grown. */
    void limitChanged() {
        lock.lock();
        try {
            admit();
        } finally {
            lock.unlock();
        }
    }

    void returned(Place place) {
        lock.lock();
        try {
            usage.remove(place.claim());
            rate.returned(clock.getAsLong() - place.sinceNanos());
            admit();
        } finally {
            lock.unlock();
        }
    }

    /** Gives every free place to whoever is next. */
    private void admit() {
        for (Waiter next = next(); next != null; next = next()) {
            next.admit(give(next.claim()));
        }
    }

    private Waiter next() {
        int places = limit.getAsInt();
        int lowest = usage.lowestAdmitted(places);
        int top = lines.top();
        if (top < lowest) {
            return null;
        }
        Waiter low = lowest == 0 ? lowInTurn(top, places) : null;
        if (low != null) {
            return low;
        }
        Waiter next = lines.poll(lowest, tenant -> usage.isWithinShare(tenant, places));
        return next != null ? next : lines.poll(lowest, tenant -> true);
    }

    /** Takes the longest waiting of the lower priorities where it is their turn. Reserved places are left free by it. */
    private Waiter lowInTurn(int top, int places) {
        Waiter low = lines.oldestBelow(top);
        if (low == null) {
            return null;
        }
        credit += rules.shares().low();
        if (credit < 1 || !usage.isWithinShare(low.claim().tenant(), places)) {
            credit = Math.min(credit, 1);
            return null;
        }
        credit -= 1;
        lines.remove(low);
        return low;
    }

    private Place give(Claim claim) {
        long now = clock.getAsLong();
        usage.add(claim);
        rate.given(now);
        return new Place(this, claim, now);
    }

    private long expectedNanos(Claim claim) {
        return rate.nanosUntil(lines.before(claim) + 1, usage.inUse(), clock.getAsLong());
    }

    private LlmException refusal(Refusal why, Claim claim) {
        return why.failure(reason, expected(claim).toNanos());
    }

    /** How long such a call would have to wait now, as far as that is known. */
    Duration expected(Claim claim) {
        lock.lock();
        try {
            return Duration.ofNanos(expectedNanos(claim));
        } finally {
            lock.unlock();
        }
    }

    /** How it stands. */
    QueueView view() {
        lock.lock();
        try {
            Map<Integer, Integer> waiting = new TreeMap<>();
            for (int priority = 0; priority < Lines.PRIORITIES; priority++) {
                if (lines.sizeOf(priority) > 0) {
                    waiting.put(priority, lines.sizeOf(priority));
                }
            }
            return new QueueView(
                    limit.getAsInt(), usage.inUse(), lines.size(), waiting, new TreeMap<>(usage.byTenant()));
        } finally {
            lock.unlock();
        }
    }

    int inUse() {
        lock.lock();
        try {
            return usage.inUse();
        } finally {
            lock.unlock();
        }
    }

    int waiting() {
        lock.lock();
        try {
            return lines.size();
        } finally {
            lock.unlock();
        }
    }

    boolean hasRoom() {
        lock.lock();
        try {
            return usage.inUse() < limit.getAsInt() - usage.reservedLeft(limit.getAsInt());
        } finally {
            lock.unlock();
        }
    }
}
