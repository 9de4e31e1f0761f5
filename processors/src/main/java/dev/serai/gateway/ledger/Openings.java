/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.ledger.budget.Usd;

/**
 * Opens balances for limits that are new, or whose window is: they begin with what their calls add up to. That is summed up to a
 * mark while calls are settled on; only what was entered after it is summed while nobody can add to it. Thread-safe.
 */
final class Openings {
    private final Transactions transactions;
    private final BalanceTable balances;
    private final WriterTable writers;

    Openings(JdbcTemplate jdbc, Transactions transactions) {
        this.transactions = transactions;
        // a sum may take longer than queries are given as a rule
        JdbcTemplate patient = new JdbcTemplate(jdbc.getDataSource());
        this.balances = new BalanceTable(patient);
        this.writers = new WriterTable(patient);
    }

    /** What had been spent when the entry with that number was the last one. */
    record Sums(long mark, Map<BalanceKey, Usd> spent) {}

    /** Takes as long as there are calls; only for its first moment nobody writes to the ledger. */
    Sums sumUp(Set<BalanceKey> keys) {
        long mark = transactions.run(() -> {
            writers.keepOut();
            return balances.lastEntry();
        });
        Map<BalanceKey, Usd> spent = new HashMap<>();
        keys.forEach(key -> spent.put(key, balances.enteredUntil(key, mark)));
        return new Sums(mark, spent);
    }

    /** Opens those balances that nobody else has opened. */
    void open(Sums sums) {
        transactions.run(() -> {
            writers.keepOut();
            sums.spent().forEach((key, spent) -> {
                if (!balances.exists(key)) {
                    Usd all = spent.plus(balances.enteredSince(key, sums.mark()));
                    balances.insert(new Balance(key, all, balances.holding(key), Usd.ZERO, 0));
                }
            });
            return null;
        });
    }
}
