/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;

/** The balances that a transaction has locked, and the limits on them. For one thread. */
final class BalanceSheet {
    private final Map<BalanceKey, Balance> balances = new HashMap<>();
    private final LimitTable limits;
    private final List<Limit> exhausted = new ArrayList<>();

    BalanceSheet(Collection<Balance> locked, LimitTable limits) {
        locked.forEach(balance -> balances.put(balance.key(), balance));
        this.limits = limits;
    }

    /** Those of a call that a limit needs and that there are not. */
    Set<BalanceKey> missing(Payers payers, Instant at) {
        Set<BalanceKey> missing = new TreeSet<>();
        for (Limit limit : limits.of(payers)) {
            BalanceKey key = BalanceKey.of(limit, at);
            if (!balances.containsKey(key)) {
                missing.add(key);
            }
        }
        return missing;
    }

    /** Holds the money, or says what is short. */
    Decision reserve(Reservation reservation) {
        Decision.Short worst = null;
        for (Limit limit : limits.of(reservation.payers())) {
            Decision.Short too = tooMuch(limit, reservation);
            if (too != null && (worst == null || too.missing().compareTo(worst.missing()) > 0)) {
                worst = too;
            }
        }
        if (worst != null) {
            return worst;
        }
        hold(reservation.payers(), reservation.at(), reservation.amounts());
        return Decision.Granted.GRANTED;
    }

    private Decision.Short tooMuch(Limit limit, Reservation reservation) {
        BalanceKey key = BalanceKey.of(limit, reservation.at());
        Usd wanted = reservation.amounts().in(limit.book());
        Usd available = balances.get(key).left(limit.amount()).max(Usd.ZERO);
        if (wanted.compareTo(available) <= 0) {
            return null;
        }
        exhausted.add(limit);
        return new Decision.Short(
                limit.account(),
                limit.book(),
                limit.window(),
                available,
                wanted.minus(available),
                limit.window().end(key.period()).orElse(null));
    }

    void hold(Payers payers, Instant at, Amounts amounts) {
        of(payers, at).forEach(balance -> balance.hold(amounts.in(balance.key().book())));
    }

    void free(Hold hold) {
        of(hold.payers(), hold.at())
                .forEach(balance -> balance.hold(
                        Usd.ZERO.minus(hold.amounts().in(balance.key().book()))));
    }

    void spend(Payers payers, Instant at, Usd cost, Usd credit) {
        of(payers, at).forEach(balance -> balance.spend(balance.key().book() == Book.COST ? cost : credit));
    }

    /** As much of an amount as the customer can be charged. */
    Usd affordable(Payers payers, Instant at, Usd credit) {
        Usd affordable = credit;
        for (Limit limit : limits.of(payers)) {
            if (limit.book() == Book.CREDIT) {
                affordable =
                        affordable.min(balances.get(BalanceKey.of(limit, at)).left(limit.amount()));
            }
        }
        return affordable.max(Usd.ZERO);
    }

    /** Those that there are of a call, with a limit or not. */
    private List<Balance> of(Payers payers, Instant at) {
        if (balances.isEmpty()) {
            return List.of();
        }
        List<Balance> found = new ArrayList<>();
        for (Account account : payers.accounts()) {
            for (Book book : Book.values()) {
                for (Window window : Window.values()) {
                    Balance balance = balances.get(new BalanceKey(account, book, window, window.period(at)));
                    if (balance != null) {
                        found.add(balance);
                    }
                }
            }
        }
        return found;
    }

    /** What is to be told now of accounts that come to their limits. */
    List<BudgetAlert> alerts(Instant now) {
        List<BudgetAlert> alerts = new ArrayList<>();
        for (Balance balance : balances.values()) {
            BalanceKey key = balance.key();
            Usd amount = limits.amount(key.account(), key.book(), key.window());
            if (amount != null) {
                Limit limit = new Limit(key.account(), key.book(), key.window(), amount);
                AlertLevels.crossed(balance, limit, exhausted.contains(limit))
                        .forEach(level -> alerts.add(
                                new BudgetAlert(UUID.randomUUID(), limit, key.period(), level, balance.spent(), now)));
            }
        }
        return alerts;
    }

    List<Balance> changed() {
        return balances.values().stream().filter(Balance::isChanged).toList();
    }
}
