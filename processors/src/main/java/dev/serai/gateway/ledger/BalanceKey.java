/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;

import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.Window;

/** Which sum of an account's calls: in one book, from one day on, for as long as a window lasts. */
record BalanceKey(Account account, Book book, Window window, LocalDate period) implements Comparable<BalanceKey> {
    private static final Comparator<BalanceKey> ORDER = Comparator.comparing(BalanceKey::account)
            .thenComparing(BalanceKey::book)
            .thenComparing(BalanceKey::window)
            .thenComparing(BalanceKey::period);

    static BalanceKey of(Limit limit, Instant at) {
        return new BalanceKey(
                limit.account(), limit.book(), limit.window(), limit.window().period(at));
    }

    /** E.g. {@code team:acme/support CREDIT month 2026-11-01}. */
    @Override
    public String toString() {
        return account + " " + book + " " + window.code() + " " + period;
    }

    @Override
    public int compareTo(BalanceKey other) {
        return ORDER.compare(this, other);
    }
}
