/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.ledger.Decision;
import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.Usd;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * The money of one call: what the ledger holds for it, and what its attempts take up of that. All attempts that cost something
 * add up in the cost book; the customer is charged for one answer, so in the credit book the dearest of those under way
 * counts. Thread-safe; while one attempt waits for the ledger, the others of the call wait too.
 */
final class Purse {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Attempt, Share> shares = new IdentityHashMap<>();
    private Amounts held = Amounts.NONE;
    private boolean closed;

    /** Asks the ledger for more. */
    @FunctionalInterface
    interface Reserve {
        Decision more(Amounts amounts) throws LlmException;
    }

    /**
     * What an attempt takes up.
     *
     * @param cost  what may be, or has been paid for it
     * @param ended it cannot be the answer that the customer is charged for, or is it whatever else begins
     */
    private record Share(Quote quote, boolean shadow, Usd cost, boolean ended) {
        Usd credit() {
            return shadow || ended ? Usd.ZERO : quote.most();
        }
    }

    /** Holds enough for an attempt that has not begun yet. */
    Decision hold(Quote quote, Reserve ledger) throws LlmException {
        return cover(null, quote, ledger);
    }

    /** Holds enough for an attempt beside those under way; the ledger is not asked where there is enough already. */
    Decision cover(Attempt attempt, Quote quote, Reserve ledger) throws LlmException {
        lock.lock();
        try {
            if (closed) {
                throw LlmException.of(ErrorClass.CANCELLED)
                        .detail("the call has been settled")
                        .build();
            }
            boolean shadow = attempt != null && attempt.role() == Attempt.Role.SHADOW;
            Share share = new Share(quote, shadow, quote.most(), false);
            Amounts missing = missing(share);
            if (!missing.areZero()) {
                Decision decision = ledger.more(missing);
                if (decision instanceof Decision.Short) {
                    return decision;
                }
                held = held.plus(missing);
            }
            if (attempt != null) {
                shares.put(attempt, share);
            }
            return new Decision.Granted();
        } finally {
            lock.unlock();
        }
    }

    private Amounts missing(Share next) {
        Usd cost = next.cost();
        Usd credit = next.credit();
        for (Share share : shares.values()) {
            cost = cost.plus(share.cost());
            credit = credit.max(share.credit());
        }
        return new Amounts(
                cost.minus(held.cost()).max(Usd.ZERO),
                credit.minus(held.credit()).max(Usd.ZERO));
    }

    /** An attempt has ended and costs that much. */
    void ended(Attempt attempt, Usd cost) {
        lock.lock();
        try {
            shares.computeIfPresent(attempt, (key, share) -> new Share(share.quote(), share.shadow(), cost, true));
        } finally {
            lock.unlock();
        }
    }

    /** What was quoted for an attempt; null where nothing was. */
    Quote quote(Attempt attempt) {
        lock.lock();
        try {
            Share share = shares.get(attempt);
            return share == null ? null : share.quote();
        } finally {
            lock.unlock();
        }
    }

    /** The call is settled: nothing is held any more from now on. Says what was held. */
    Amounts close() {
        lock.lock();
        try {
            closed = true;
            return held;
        } finally {
            lock.unlock();
        }
    }
}
