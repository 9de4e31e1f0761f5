/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.ledger.budget.Limits;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;

/**
 * The accounts. A call reserves what it may cost before a provider is asked, and is settled once, whatever its end.
 * Thread-safe; what arrives together is written in one transaction.
 */
@Component
public final class Ledger implements SmartLifecycle {
    /** It starts before all that takes calls, and ends after it. */
    static final int PHASE = Integer.MIN_VALUE + 1000;

    private static final Duration LAST_WRITES = Duration.ofSeconds(10);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final LedgerWriter writer;
    private final LedgerSettings settings;
    private final List<LedgerListener> listeners;

    @Autowired
    Ledger(
            JdbcTemplate jdbc,
            Transactions transactions,
            Limits limits,
            LedgerSettings settings,
            List<LedgerListener> listeners) {
        this(new LedgerTransaction(jdbc, transactions, limits, Clock.systemUTC()), settings, listeners);
    }

    Ledger(LedgerTransaction transaction, LedgerSettings settings, List<LedgerListener> listeners) {
        this.writer = new LedgerWriter(transaction, listeners, settings.maxBatch());
        this.settings = settings;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Holds the money for a call; again for the same call, it holds that much more. Blocks, on a virtual thread as a rule,
     * until the hold is durable. Where nothing is reserved, nothing is written.
     *
     * @param wait how long at most
     * @throws LlmException {@code overloaded}, code {@code ledger_unavailable}, where it cannot be written in that time: then
     *     nothing more is held than before
     */
    public Decision reserve(Reservation reservation, Duration wait) throws LlmException {
        long started = System.nanoTime();
        Decision decision = null;
        try {
            decision = decide(reservation, wait);
            return decision;
        } finally {
            LedgerListener.Outcome outcome =
                    switch (decision) {
                        case null -> LedgerListener.Outcome.UNAVAILABLE;
                        case Decision.Granted granted -> LedgerListener.Outcome.GRANTED;
                        case Decision.Short tooLittle -> LedgerListener.Outcome.SHORT;
                    };
            Duration waited = Duration.ofNanos(System.nanoTime() - started);
            listeners.forEach(listener -> listener.reserved(outcome, waited));
        }
    }

    private Decision decide(Reservation reservation, Duration wait) throws LlmException {
        if (isFull() || writer.reservations() >= settings.maxWaiting()) {
            throw unavailable("more waits to be written to the ledger than there is room for", null);
        }
        if (reservation.amounts().areZero()) {
            return Decision.Granted.GRANTED;
        }
        Work.Reserve work = new Work.Reserve(reservation);
        writer.add(work);
        try {
            return work.result().get(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return work.result().cancel(false) ? late() : work.result().join();
        } catch (InterruptedException e) {
            if (!work.result().cancel(false)) {
                writer.add(new Work.Undo(work.callId(), work.holdId()));
            }
            Thread.currentThread().interrupt();
            throw LlmException.of(ErrorClass.CANCELLED).cause(e).build();
        } catch (ExecutionException e) {
            throw unavailable("the ledger cannot take the reservation", e.getCause());
        }
    }

    private static Decision late() throws LlmException {
        throw unavailable("the ledger's database did not answer in time", null);
    }

    private static LlmException unavailable(String detail, Throwable cause) {
        return LlmException.of(ErrorClass.OVERLOADED)
                .code("ledger_unavailable")
                .detail(detail)
                .reason("The gateway cannot keep account of calls at the moment. Try again later.")
                .retryAfter(RETRY_AFTER)
                .cause(cause)
                .build();
    }

    /**
     * Writes how a call ended, and frees what it holds. Returns at once and never fails: it is written as soon as the
     * database takes it. A second one for the same call changes nothing. A call without a reservation can be settled too.
     */
    public void settle(Settlement settlement) {
        writer.add(new Work.Settle(settlement));
    }

    /** Frees what a call holds: it was refused by somebody else before a provider was asked. Returns at once, never fails. */
    public void release(String callId) {
        writer.add(new Work.Release(callId));
    }

    /** Whether so much waits to be written that no call is taken that would have to be settled. */
    public boolean isFull() {
        return writer.unwritten() >= settings.maxUnwritten();
    }

    /** Settlements and releases that are not written yet. */
    public int unwritten() {
        return writer.unwritten();
    }

    /** Waits until all is written that was waiting, for that long at most; false where it was not. */
    public boolean awaitWritten(Duration patience) {
        return writer.awaitWritten(patience);
    }

    /**
     * Adds an entry that says what another one costs that was not certain.
     *
     * @param priceVersion of the price table, where that was asked; else null
     * @return whether it was done now, and not before; it fails where the ledger cannot take it
     */
    public CompletableFuture<Boolean> correct(CostRow.Key entry, Usage tokens, Usd amount, String priceVersion) {
        Work.Correct work = new Work.Correct(entry, tokens, amount, priceVersion, new CompletableFuture<>());
        writer.add(work);
        return work.result();
    }

    LedgerWriter writer() {
        return writer;
    }

    @Override
    public void start() {
        writer.start();
    }

    @Override
    public void stop() {
        writer.stop(LAST_WRITES);
    }

    @Override
    public boolean isRunning() {
        return writer.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
