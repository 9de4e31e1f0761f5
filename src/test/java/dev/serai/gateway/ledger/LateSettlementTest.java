/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.ledger.check.Reconciling;
import dev.serai.gateway.ledger.report.Spend;
import dev.serai.gateway.ledger.report.SpendQuery;
import dev.serai.gateway.ledger.report.SpendReports;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static dev.serai.gateway.ledger.LedgerInstance.ceiling;
import static dev.serai.gateway.ledger.LedgerInstance.cost;
import static org.assertj.core.api.Assertions.assertThat;

/** A call that was taken for dead, swept, and comes to its end after all (L1, L6, L10). */
class LateSettlementTest extends DatabaseTest {
    private static final Duration EXPIRY = Duration.ofMinutes(2);
    private static final LocalDate DAY = LocalDate.parse("2026-11-30");

    @TempDir
    Path records;

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName(
            "L6, L10: what was swept is corrected to what was used, once; ledger, balances, record and report add up")
    void aSweptCallIsCorrected(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one =
                LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "10"), ceiling(Kind.GATEWAY, "10"))) {
            one.reserve("late", "1", "2");
            one.clock.pass(EXPIRY);
            one.settleExpired();
            Settlement settlement = one.settlement("late", "0.3", cost("0.2"), cost("0.4", CostFlag.ESTIMATED));

            // When: it comes twice, the end of its commit is not heard, and it comes again from another process
            one.shaky.commitUnheard(1);
            one.ledger.settle(settlement);
            one.ledger.settle(settlement);
            one.awaitWritten();
            try (LedgerInstance restarted = LedgerInstance.on(database)) {
                restarted.ledger.settle(settlement);
                restarted.awaitWritten();
            }

            // Then
            assertThat(one.settled("late"))
                    .containsEntry("cost", 600_000_000L)
                    .containsEntry("credit", 300_000_000L)
                    .containsEntry("overrun", 0L)
                    .containsEntry("deployment", "sim-a")
                    .containsEntry("outcome", "ok")
                    .containsEntry("input_tokens", 26L)
                    .containsEntry("estimated", true)
                    .containsEntry("swept", false);
            assertThat(one.entries("late"))
                    .extracting(entry -> entry.get("kind") + " " + entry.get("from_account") + " > "
                            + entry.get("to_account") + " " + entry.get("amount") + " " + entry.get("corrects"))
                    .containsExactly(
                            "swept gateway > deployment:unknown 1000000000 null",
                            "correction gateway > deployment:unknown -1000000000 1",
                            "attempt gateway > deployment:sim-a 200000000 null",
                            "attempt gateway > deployment:sim-a 400000000 null",
                            "charge organisation:acme > gateway 300000000 null");
            assertThat(one.balance(Kind.GATEWAY, Book.COST, Window.DAY).spent()).isEqualTo(Usd.of("0.6"));
            assertThat(one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY).spent())
                    .isEqualTo(Usd.of("0.3"));
            record("late", "0.6", "0.3");
            assertThat(Reconciling.report(one, records, true).findings()).isEmpty();
            Spend spend = new SpendReports(one.pool.jdbc()).total(new SpendQuery(DAY, DAY, List.of(), 1));
            assertThat(spend)
                    .isEqualTo(new Spend(List.of(), 1, Usd.of("0.6"), Usd.of("0.3"), Usd.ZERO, Usd.of("0.4"), 26, 46));
        }
    }

    private void record(String call, String cost, String charged) throws Exception {
        Files.writeString(
                records.resolve("decision-records.jsonl"),
                "{\"requestId\":\"" + call + "\",\"arrived\":\"" + LedgerInstance.NOON + "\",\"providerCostUsd\":"
                        + cost + ",\"money\":{\"chargedUsd\":" + charged + "}}\n");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1: what others have spent since is not charged once more: the gateway bears what is too much")
    void noBalanceGoesBelowZero(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "1"))) {
            one.reserve("late", "0.8", "0.8");
            one.clock.pass(EXPIRY);
            one.settleExpired();
            one.reserve("other", "0.7", "0.7");
            one.settle("other", "0.7", "0.7");

            // When
            one.settle("late", "0.8", "0.8");
            one.awaitWritten();

            // Then
            assertThat(one.settled("late"))
                    .containsEntry("credit", 300_000_000L)
                    .containsEntry("overrun", 500_000_000L);
            assertThat(one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY).spent())
                    .isEqualTo(Usd.of("1"));
            assertThat(one.overruns).containsExactly(Usd.of("0.5"));
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1, L7: it is of the day on which it arrived, however late it comes; what it holds by now is freed")
    void itsWindowIsThatOfItsArrival(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "5"))) {
            one.reserve("late", "1", "1");
            one.clock.pass(Duration.ofHours(13));
            one.settleExpired();
            one.reserve("late", "1", "1");

            // When
            one.settle("late", "0.5", "0.5");
            one.awaitWritten();

            // Then
            assertThat(one.settled("late").get("arrived_at").toString()).contains("2026-11-30");
            assertThat(one.count("ledger_hold")).isZero();
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName(
            "L5, L6: one that a provider's export has corrected meanwhile is corrected from there, in whatever order")
    void afterAnImport(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, ceiling(Kind.GATEWAY, "10"))) {
            List<String> calls = List.of("before", "together");
            for (String call : calls) {
                one.reserve(call, "1", "1");
            }
            one.clock.pass(EXPIRY);
            one.settleExpired();
            one.ledger
                    .correct(new CostRow.Key("before", 1), cost("1").tokens(), Usd.of("0.7"), null)
                    .get();

            // When: the second one's export and its end are written in one transaction
            one.shaky.away(true);
            one.ledger.correct(new CostRow.Key("together", 1), cost("1").tokens(), Usd.of("0.7"), null);
            calls.forEach(call -> one.settle(call, "0.6", "0.6"));
            one.shaky.away(false);
            one.awaitWritten();

            // Then
            for (String call : calls) {
                assertThat(one.settled(call))
                        .containsEntry("cost", 600_000_000L)
                        .containsEntry("input_tokens", 13L)
                        .containsEntry("estimated", false);
                assertThat(one.entries(call))
                        .extracting(
                                entry -> entry.get("kind") + " " + entry.get("amount") + " " + entry.get("corrects"))
                        .containsExactly(
                                "swept 1000000000 null",
                                "correction -300000000 1",
                                "correction -700000000 2",
                                "attempt 600000000 null",
                                "charge 600000000 null");
            }
            assertThat(one.reconcile()).isEmpty();
            Spend spend = new SpendReports(one.pool.jdbc()).total(new SpendQuery(DAY, DAY, List.of(), 1));
            assertThat(spend.inputTokens()).isEqualTo(26);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L6: an instance whose clock is ahead may sweep calls under way: they are settled as if it had not")
    void clocksThatDiffer(String name, TestDatabase database) throws Exception {
        // Given
        Limit budget = budget(Kind.ORGANISATION, Window.DAY, "2");
        try (LedgerInstance one = LedgerInstance.on(database, budget);
                LedgerInstance ahead = LedgerInstance.on(database, budget)) {
            ahead.clock.pass(Duration.ofHours(13));
            one.reserve("call-1", "1", "1");

            // When
            int swept = ahead.settleExpired();
            one.settle("call-1", "0.5", "0.5");
            one.awaitWritten();
            Decision rest = one.reserve("call-2", "1.5", "1.5");

            // Then
            assertThat(swept).isEqualTo(1);
            assertThat(rest).isInstanceOf(Decision.Granted.class);
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @Test
    @DisplayName("L6: swept and settled by several instances at the same time, each call ends as what it has used")
    void atTheSameTime() throws Exception {
        // Given
        TestDatabase database = PostgresServer.database();
        Limit budget = budget(Kind.ORGANISATION, Window.DAY, "10000");
        try (LedgerInstance one = LedgerInstance.on(database, budget);
                LedgerInstance two = LedgerInstance.on(database, budget);
                LedgerInstance three = LedgerInstance.on(database, budget)) {
            List<LedgerInstance> all = List.of(one, two, three);
            for (int i = 0; i < 60; i++) {
                one.reserve("call-" + i, "2", "2");
            }
            all.forEach(instance -> instance.clock.pass(EXPIRY));

            // When
            List<Callable<Void>> work = new ArrayList<>();
            for (LedgerInstance instance : all) {
                work.add(() -> {
                    instance.settleExpired();
                    return null;
                });
                work.add(() -> {
                    for (int i = 0; i < 60; i++) {
                        instance.settle("call-" + i, "1", "1");
                    }
                    return null;
                });
            }
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Void> done : threads.invokeAll(work)) {
                    done.get();
                }
            }
            all.forEach(LedgerInstance::awaitWritten);

            // Then
            assertThat(one.count("ledger_settlement")).isEqualTo(60);
            assertThat(one.count("ledger_settlement where swept")).isZero();
            assertThat(one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY).spent())
                    .isEqualTo(Usd.of("60"));
            assertThat(all)
                    .allSatisfy(instance -> assertThat(instance.lost.get()).isZero());
            assertThat(one.reconcile()).isEmpty();
        }
    }
}
