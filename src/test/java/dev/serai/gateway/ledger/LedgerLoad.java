/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.CostEntry.Source;
import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.Settlement.Answer;
import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Limits;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;

/**
 * A process that reserves and settles until it is killed, and says which calls it was granted. Arguments: the database's URL,
 * user and password, and a name for its calls.
 */
final class LedgerLoad {
    private static final int THREADS = 16;
    private static final Duration HOLD = Duration.ofSeconds(1);

    private LedgerLoad() {}

    public static void main(String[] args) throws Exception {
        TestDatabase.Pool pool = new TestDatabase(args[0], args[1], args[2]).connect();
        Limits limits = new Limits(new LimitTable(List.of(LedgerInstance.ceiling(Account.Kind.GATEWAY, "1000000"))));
        Ledger ledger = new Ledger(
                new LedgerTransaction(pool.template(), pool.transactions(), limits, Clock.systemUTC()),
                LedgerInstance.SETTINGS,
                List.of());
        ledger.start();
        for (int i = 0; i < THREADS; i++) {
            String prefix = args[3] + "-" + i + "-";
            Thread.ofPlatform().start(() -> spend(ledger, prefix));
        }
    }

    private static void spend(Ledger ledger, String prefix) {
        try {
            for (int i = 0; ; i++) {
                String call = prefix + i;
                Instant now = Instant.now();
                Amounts amounts = new Amounts(Usd.of("1"), Usd.of("1"));
                ledger.reserve(
                        new Reservation(call, LedgerInstance.PAYERS, now, amounts, now.plus(HOLD)),
                        LedgerInstance.WAIT);
                System.out.println(call);
                CostEntry cost = new CostEntry(
                        CostKind.ATTEMPT, new Source("a", null, null), Usage.NONE, Usd.of("0.5"), null, Set.of());
                ledger.settle(new Settlement(
                        call,
                        LedgerInstance.PAYERS,
                        now,
                        new Answer(null, "a", null, "ok"),
                        List.of(cost),
                        Usd.of("0.5")));
            }
        } catch (LlmException e) {
            throw new IllegalStateException(e);
        }
    }
}
