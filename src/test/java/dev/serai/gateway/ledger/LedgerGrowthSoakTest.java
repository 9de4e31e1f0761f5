/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.SqlTimes;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static org.assertj.core.api.Assertions.assertThat;

/** The same work on a ledger with few rows and with many, in one run, as a ratio. */
@Tag("soak")
@DisplayName("U6: the cost of a call does not grow with the rows of the ledger, on both databases")
class LedgerGrowthSoakTest extends DatabaseTest {
    private static final int ROWS = 200_000;
    private static final int CALLS = 2000;
    private static final int THREADS = 32;
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 7;
    /** Room for what a busy machine does to a median. A scan of all rows would be far beyond. */
    private static final double SAME = 1.6;

    private int calls;

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("U6: reserving and settling among the rows of months")
    void rows(String name, TestDatabase database) throws Exception {
        try (LedgerInstance one = LedgerInstance.on(
                database,
                budget(Account.Kind.ORGANISATION, Window.MONTH, "1000000"),
                budget(Account.Kind.CALLER, Window.DAY, "1000000"))) {
            // Given
            for (int round = 0; round < WARM_UP; round++) {
                round(one);
            }
            long few = median(one);
            fill(one);
            round(one);
            // When
            long many = median(one);
            // Then
            System.out.printf(
                    "%s: %d calls %.0f ms with few rows, %.0f ms with %d more%n",
                    name, CALLS, few / 1e6, many / 1e6, ROWS);
            assertThat((double) many / few).isLessThan(SAME);
        }
    }

    /** Settled calls of others, of the hundred days before. */
    private static void fill(LedgerInstance one) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Object[] {
                "old-" + i,
                SqlTimes.time(LedgerInstance.NOON.minusSeconds(3600L + i * 43L)),
                "caller-" + i % 50,
                "organisation-" + i % 5,
                "task-" + i % 20
            });
        }
        one.pool.template().batchUpdate("""
                        insert into ledger_settlement (call_id, arrived_at, settled_at, caller, organisation, team, task, outcome,
                          cost, credit, overrun, input_tokens, output_tokens, estimated, unpriced, swept)
                        values (?, ?, current_timestamp, ?, ?, 'team', ?, 'ok', 1000, 1000, 0, 10, 10, false, false, false)
                        """, rows);
    }

    private long median(LedgerInstance one) throws Exception {
        List<Long> rounds = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            rounds.add(round(one));
        }
        Collections.sort(rounds);
        return rounds.get(ROUNDS / 2);
    }

    private long round(LedgerInstance one) throws Exception {
        List<Callable<Void>> work = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            String call = "call-" + calls++;
            work.add(() -> {
                assertThat(one.reserve(call, "0.001", "0.001")).isInstanceOf(Decision.Granted.class);
                one.settle(call, "0.001", "0.001");
                return null;
            });
        }
        long started = System.nanoTime();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(THREADS, Thread.ofVirtual().factory())) {
            for (Future<Void> call : threads.invokeAll(work)) {
                call.get();
            }
        }
        one.awaitWritten();
        return System.nanoTime() - started;
    }
}
