/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.ledger.Decision;
import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.budget.Usd;
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
    /** For the attempt that is to answer: no shadow or judge gets it, however early that begins. Null once that attempt is there. */
    private Share promised;

    private boolean closed;

    /** Asks the ledger for more. */
    @FunctionalInterface
    interface Reserve {
        Decision more(Amounts amounts) throws LlmException;
    }

    /**
     * What an attempt takes up.
     *
     * @param aside it is not made to answer
     * @param cost  what may be, or has been paid for it
     * @param ended it cannot be the answer that the customer is charged for, or is it whatever else begins
     */
    private record Share(Quote quote, boolean aside, Usd cost, boolean ended) {
        Usd credit() {
            return aside || ended ? Usd.ZERO : quote.most();
        }
    }

    /** Holds enough for the attempt that the call is going to begin with. */
    Decision hold(Quote quote, Reserve ledger) throws LlmException {
        lock.lock();
        try {
            Share share = new Share(quote, false, quote.most(), false);
            Decision decision = hold(share, ledger);
            promised = decision instanceof Decision.Granted ? share : promised;
            return decision;
        } finally {
            lock.unlock();
        }
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
            Share share = new Share(quote, !attempt.role().answers(), quote.most(), false);
            Decision decision = hold(share, ledger);
            if (decision instanceof Decision.Granted) {
                shares.put(attempt, share);
                promised = share.aside() ? promised : null;
            }
            return decision;
        } finally {
            lock.unlock();
        }
    }

    private Decision hold(Share share, Reserve ledger) throws LlmException {
        Amounts missing = missing(share);
        Decision decision = missing.areZero() ? new Decision.Granted() : ledger.more(missing);
        if (decision instanceof Decision.Granted) {
            held = held.plus(missing);
        }
        return decision;
    }

    private Amounts missing(Share next) {
        Usd cost = next.cost();
        Usd credit = next.credit();
        for (Share share : shares.values()) {
            cost = cost.plus(share.cost());
            credit = credit.max(share.credit());
        }
        if (next.aside() && promised != null) {
            cost = cost.plus(promised.cost());
        }
        return new Amounts(
                cost.minus(held.cost()).max(Usd.ZERO),
                credit.minus(held.credit()).max(Usd.ZERO));
    }

    /** An attempt has ended and costs that much. */
    void ended(Attempt attempt, Usd cost) {
        lock.lock();
        try {
            shares.computeIfPresent(attempt, (key, share) -> new Share(share.quote(), share.aside(), cost, true));
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
