/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import dev.serai.gateway.admission.quota.Source.Grant;

/**
 * What an instance has taken from a bucket in advance, so that a call need not ask the fleet: blocks as large as it uses up in
 * {@link #BLOCK_MICROS}, and the next one is fetched before the last is used up. What is left of the fleet's bucket is known
 * from its last answer and from how time fills it, so that most refusals ask nobody either. All in microseconds of the
 * bucket's time. Thread-safe; nothing in it blocks.
 */
final class Lease {
    /** All instances' stocks together are no more than this: one percent of what comes in a minute. */
    static final long ALL_STOCKS_MICROS = 600_000;

    private static final long BLOCK_MICROS = 1_000_000;
    /** After a refusal the fleet is left alone for so long. */
    private static final long PAUSE_MICROS = 5_000;
    /** Nobody owes more than a minute. */
    private static final long MOST_DEBT_MICROS = 60_000_000;
    /** A stock that nobody has taken from for so long goes back. */
    private static final long IDLE_MICROS = 1_000_000;

    private final Source source;
    private final LongSupplier clock;
    private final LongSupplier stockLimit;
    private final ReentrantLock lock = new ReentrantLock();

    private long stock;
    private long left;
    private long leftAt;
    private long capacity;
    private CompletableFuture<Void> asking;
    private long waiting;
    private long queued;
    private long askedAt;
    private long usedSince;
    private double pace;
    private long pausedUntil;
    private long usedAt;

    /**
     * What came of a try.
     *
     * @param taken whether it has been taken
     * @param asked complete when it is worth another try; null where that is not soon
     * @param soonest refused: how long until there is enough, in microseconds, if nobody else takes it
     */
    record Try(boolean taken, CompletableFuture<Void> asked, long soonest) {
        static final Try TAKEN = new Try(true, null, 0);
    }

    /**
     * @param clock      microseconds that never go back
     * @param stockLimit the most that this instance may have in stock
     */
    Lease(Source source, LongSupplier clock, LongSupplier stockLimit) {
        this.source = source;
        this.clock = clock;
        this.stockLimit = stockLimit;
        this.leftAt = clock.getAsLong();
        this.askedAt = leftAt;
    }

    /** @param holds what the bucket holds at most: what costs more needs a full one, and the rest of it is owed */
    Try take(long cost, long holds) {
        lock.lock();
        try {
            long now = clock.getAsLong();
            if (capacity == 0) {
                left = holds;
            }
            capacity = holds;
            long need = Math.min(cost, capacity);
            if (stock >= need) {
                use(cost, now);
                return Try.TAKEN;
            }
            long missing = need - stock;
            long available = available(now);
            if (asking == null && (available < missing || now < pausedUntil)) {
                return new Try(false, null, Math.max(1, Math.max(missing - available, pausedUntil - now)));
            }
            waiting += need;
            if (asking == null) {
                ask(missing, now);
                if (stock >= need) { // the own bucket has answered at once
                    use(cost, now);
                    return Try.TAKEN;
                }
            }
            CompletableFuture<Void> asked = asking == null ? CompletableFuture.completedFuture(null) : asking;
            return new Try(false, asked, 0);
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what was taken and not used after all. */
    void give(long micros) {
        lock.lock();
        try {
            stock += micros;
            if (!source.isFar()) {
                putBack(stock);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes what has been used beyond what was taken before, whether or not there is enough. */
    void owe(long micros) {
        lock.lock();
        try {
            stock -= micros;
            settleDebt(clock.getAsLong());
        } finally {
            lock.unlock();
        }
    }

    /** What there is to take, here and in the bucket, as far as this instance knows. */
    long available() {
        lock.lock();
        try {
            return capacity == 0 ? Long.MAX_VALUE : Math.min(capacity, stock + available(clock.getAsLong()));
        } finally {
            lock.unlock();
        }
    }

    /** To be called now and then: a stock that is not used goes back. */
    void tidy() {
        lock.lock();
        try {
            boolean idle = clock.getAsLong() - usedAt > IDLE_MICROS;
            long surplus = idle ? stock : stock - 2 * stockLimit.getAsLong();
            if (surplus > 0 && asking == null) {
                putBack(surplus);
            }
        } finally {
            lock.unlock();
        }
    }

    /** All that is in stock goes back. */
    void close() {
        lock.lock();
        try {
            if (stock > 0) {
                putBack(stock);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Microseconds, by its clock, since something was taken or asked for. */
    long idleMicros() {
        lock.lock();
        try {
            return clock.getAsLong() - Math.max(usedAt, askedAt);
        } finally {
            lock.unlock();
        }
    }

    private void use(long cost, long now) {
        stock -= cost;
        usedSince += cost;
        queued = Math.max(0, queued - cost);
        usedAt = now;
        settleDebt(now);
        long block = block(now);
        if (asking == null && block > cost && stock < block / 2 && available(now) >= block && now >= pausedUntil) {
            ask(0, now);
        }
    }

    private void settleDebt(long now) {
        if (stock < 0) {
            long debt = Math.min(-stock, Math.max(0, available(now) + MOST_DEBT_MICROS));
            stock = 0;
            left(available(now) - debt, now);
            source.owe(debt, capacity);
        }
    }

    private void putBack(long micros) {
        stock -= micros;
        long now = clock.getAsLong();
        left(available(now) + micros, now);
        source.give(micros, capacity);
    }

    /** @param need 0 for a stock that is to be there before it is needed */
    private void ask(long need, long now) {
        long block = block(now);
        pace = pace(now);
        usedSince = 0;
        askedAt = now;
        long wish = Math.max(Math.max(need, block), Math.min(Math.max(waiting, queued) - stock, capacity / 2));
        CompletableFuture<Void> done = new CompletableFuture<>();
        asking = done;
        source.take(Math.max(1, need == 0 ? block : need), Math.max(1, wish), capacity)
                .thenAccept(grant -> granted(grant, wish, done));
    }

    private void granted(Grant grant, long wish, CompletableFuture<Void> done) {
        lock.lock();
        try {
            long now = clock.getAsLong();
            stock += grant.granted();
            left(grant.left(), now);
            pausedUntil = grant.granted() < wish && source.isFar() ? now + PAUSE_MICROS : 0;
            queued = waiting;
            waiting = 0;
            asking = null;
        } finally {
            lock.unlock();
        }
        done.complete(null);
    }

    private void left(long micros, long now) {
        left = micros;
        leftAt = now;
    }

    /** In the bucket, if nobody else has taken from it since its last answer. */
    private long available(long now) {
        return Math.min(capacity, left + (now - leftAt));
    }

    /** What this instance uses up in a while, as far as it may have that in stock; 0 where asking is free. */
    private long block(long now) {
        return source.isFar() ? Math.min(Math.round(pace(now) * BLOCK_MICROS), stockLimit.getAsLong()) : 0;
    }

    /** Time used per time, smoothed. */
    private double pace(long now) {
        double latest = (double) usedSince / Math.max(1_000, now - askedAt);
        return Math.max(latest, pace / 2 + latest / 2);
    }
}
