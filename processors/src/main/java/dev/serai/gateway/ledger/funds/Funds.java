/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.AttemptListener;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Funding;
import dev.serai.gateway.dispatch.Aside;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.ledger.Decision;
import dev.serai.gateway.ledger.Ledger;
import dev.serai.gateway.ledger.Reservation;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;

/**
 * Holds money for calls, and writes into every attempt what it has cost before anybody else hears of its end. Whatever costs
 * nothing asks no ledger. Thread-safe, stateless: what a call holds is in its {@link Purse}.
 */
@Component
@Order(0)
final class Funds implements Funding, AttemptListener {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    /** When a call's deadline has passed, its attempts are aborted and it is settled: that does not take long. */
    private static final Duration AFTER_DEADLINE = Duration.ofSeconds(30);

    private final Ledger ledger;
    private final Quotes quotes;
    private final List<FundsListener> listeners;

    Funds(Ledger ledger, Quotes quotes, List<FundsListener> listeners) {
        this.ledger = ledger;
        this.quotes = quotes;
        this.listeners = List.copyOf(listeners);
    }

    /** Holds what an attempt at a deployment may cost, before the task's route begins. */
    Decision hold(Call call, Deployment deployment) throws LlmException {
        return purse(call).hold(quotes.of(call, deployment), more -> reserve(call, deployment, more));
    }

    /** What an attempt at a deployment may cost. */
    Usd most(Call call, Deployment deployment) {
        return quotes.of(call, deployment).most();
    }

    @Override
    public void cover(Call call, Deployment deployment, Attempt attempt) throws LlmException {
        if (call.request().operation() == Operation.COUNT_TOKENS) {
            return;
        }
        Quote quote = quotes.of(call, deployment);
        Decision decision = purse(call).cover(attempt, quote, more -> reserve(call, deployment, more));
        if (decision instanceof Decision.Short lack) {
            throw Shortage.refusal(lack, Instant.now());
        }
    }

    @Override
    public void withdraw(Call call, Attempt attempt) {
        Purse purse = Aside.main(call).part(Purse.class);
        if (purse != null) {
            purse.ended(attempt, Usd.ZERO);
        }
    }

    /** A drill's fault costs nothing: no provider was asked. */
    @Override
    public void ended(Call call, Deployment deployment, Attempt attempt) {
        Purse purse = Aside.main(call).part(Purse.class);
        Quote quote = purse == null ? null : purse.quote(attempt);
        if (quote == null) { // a count of tokens
            return;
        }
        Usd cost = Usd.ZERO;
        if (attempt.usage() != null && attempt.drill() == null) {
            cost = quote.settled(attempt.usage());
            attempt.cost(cost.toBigDecimal(), quote.priceVersion());
        }
        purse.ended(attempt, cost);
    }

    private Decision reserve(Call call, Deployment deployment, Reservation.Amounts more) throws LlmException {
        Duration left = Duration.ofNanos(call.remainingNanos());
        Instant expires = call.arrived().plus(call.task().contract().deadline()).plus(AFTER_DEADLINE);
        Decision decision = ledger.reserve(
                new Reservation(call.requestId(), Bill.payers(call), call.arrived(), more, expires),
                left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT);
        FundsListener.Outcome outcome =
                decision instanceof Decision.Short ? FundsListener.Outcome.SHORT : FundsListener.Outcome.HELD;
        listeners.forEach(listener -> listener.asked(call, deployment, outcome));
        return decision;
    }

    /** A call that is made for a call takes from that one's. */
    static Purse purse(Call call) {
        return Aside.main(call).part(Purse.class, Purse::new);
    }
}
