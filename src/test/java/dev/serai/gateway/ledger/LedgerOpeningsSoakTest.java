/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.Decision.Granted;
import dev.serai.gateway.ledger.Decision.Short;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static dev.serai.gateway.ledger.LedgerInstance.ceiling;
import static dev.serai.gateway.ledger.LedgerInstance.cost;
import static org.assertj.core.api.Assertions.assertThat;

/** Limits that are new while calls are paid for (L1). */
@Tag("soak")
class LedgerOpeningsSoakTest extends DatabaseTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1: a balance is exact although calls were settled, corrected and held while its sum was made")
    void callsGoOnWhileABalanceIsOpened(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database)) {
            one.reserve("left", "5", "5");
            one.clock.pass(Duration.ofMinutes(2));
            one.settleExpired();
            one.settle("call-1", "1", "1");
            one.ledger.settle(one.settlement("call-2", "2", cost("2", CostFlag.ESTIMATED)));
            one.reserve("call-3", "3", "3");
            one.awaitWritten();
            Openings openings = new Openings(one.pool.template(), one.pool.transactions());
            Set<BalanceKey> keys = new TreeSet<>();
            for (Limit limit : List.of(
                    budget(Kind.ORGANISATION, Window.MONTH, "1"),
                    budget(Kind.TEAM, Window.TOTAL, "1"),
                    ceiling(Kind.GATEWAY, "1"))) {
                keys.add(BalanceKey.of(limit, one.clock.instant()));
            }

            // When
            Openings.Sums sums = openings.sumUp(keys);
            one.settle("left", "4", "4");
            one.settle("call-3", "3", "3");
            one.ledger
                    .correct(new CostRow.Key("call-2", 1), cost("1").tokens(), Usd.of("1.5"), null)
                    .get();
            one.reserve("call-4", "0.25", "0.5");
            one.awaitWritten();
            openings.open(sums);
            openings.open(sums);

            // Then
            Balance month = one.balance(Kind.ORGANISATION, Book.CREDIT, Window.MONTH);
            assertThat(month.spent()).isEqualTo(Usd.of("10"));
            assertThat(month.held()).isEqualTo(Usd.of("0.5"));
            assertThat(one.balance(Kind.GATEWAY, Book.COST, Window.DAY).spent()).isEqualTo(Usd.of("9.5"));
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @Test
    @DisplayName("L1: while a balance is opened, the calls of others are held for and settled; its own wait for it")
    void othersDoNotWaitForIt() throws Exception {
        // Given
        TestDatabase database = PostgresServer.database();
        try (LedgerInstance one = LedgerInstance.on(database);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection elsewhere =
                        DriverManager.getConnection(database.url(), database.user(), database.password())) {
            one.settle("call-1", "2", "2");
            one.awaitWritten();
            one.limits.become(new LimitTable(List.of(budget(Kind.ORGANISATION, Window.MONTH, "6"))));
            Payers others = new Payers("app", "beta", "sales", "other");

            // When: sums cannot be made, because somebody has locked the settlements
            elsewhere.setAutoCommit(false);
            elsewhere.createStatement().execute("lock table ledger_settlement in access exclusive mode");
            Future<Decision> own = threads.submit(() -> one.reserve("call-2", "5", "5"));
            awaitOneWaitsForALock(one);
            Reservation like = one.reservation("call-3", "1", "1");
            Decision other = one.ledger.reserve(
                    new Reservation("call-3", others, like.at(), like.amounts(), like.expires()), LedgerInstance.WAIT);
            boolean waited = !own.isDone();
            elsewhere.rollback();

            // Then
            assertThat(other).isInstanceOf(Granted.class);
            assertThat(waited).isTrue();
            assertThat(own.get()).isInstanceOf(Short.class);
        }
    }

    private static void awaitOneWaitsForALock(LedgerInstance one) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> one.count("pg_locks where not granted") > 0);
    }

    @Test
    @DisplayName("L1: new budgets while three instances serve: every balance is exact, and none goes below zero")
    void newBudgetsUnderLoad() throws Exception {
        // Given
        TestDatabase database = PostgresServer.database();
        List<Limit> limits = List.of(
                budget(Kind.ORGANISATION, Window.DAY, "200"),
                budget(Kind.TEAM, Window.MONTH, "300"),
                budget(Kind.CALLER, Window.TOTAL, "400"),
                ceiling(Kind.GATEWAY, "500"));
        try (LedgerInstance one = LedgerInstance.on(database);
                LedgerInstance two = LedgerInstance.on(database);
                LedgerInstance three = LedgerInstance.on(database)) {
            List<LedgerInstance> all = List.of(one, two, three);
            AtomicInteger calls = new AtomicInteger();
            List<Callable<Void>> load = new ArrayList<>();
            for (int thread = 0; thread < 12; thread++) {
                LedgerInstance instance = all.get(thread % 3);
                load.add(() -> {
                    for (int i = 0; i < 40; i++) {
                        String call = "call-" + calls.incrementAndGet();
                        if (instance.reserve(call, "1", "1") instanceof Granted) {
                            instance.settle(call, "1", "1");
                        }
                    }
                    return null;
                });
            }
            load.add(() -> {
                for (int known = 1; known <= limits.size(); known++) {
                    int most = known * 40;
                    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> calls.get() >= most);
                    LimitTable table = new LimitTable(limits.subList(0, known));
                    all.forEach(instance -> instance.limits.become(table));
                }
                return null;
            });

            // When
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Void> done : threads.invokeAll(load)) {
                    done.get();
                }
            }
            all.forEach(LedgerInstance::awaitWritten);

            // Then
            assertThat(one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY).spent())
                    .isEqualTo(Usd.of("200"));
            assertThat(one.count("ledger_settlement")).isEqualTo(200);
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1: a balance that could not be opened, because the database broke, is opened later; its calls wait")
    void theDatabaseBreaks(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database)) {
            one.settle("call-1", "2", "2");
            one.awaitWritten();

            // When: the opening's first commit is lost, and the end of its last one later
            one.limits.become(new LimitTable(List.of(budget(Kind.ORGANISATION, Window.MONTH, "6"))));
            one.shaky.breakCommit(1);
            Decision fits = one.reserve("call-2", "4", "4");
            one.shaky.commitUnheard(2);
            one.limits.become(new LimitTable(List.of(budget(Kind.TEAM, Window.MONTH, "6"))));
            Decision tooMuch = one.reserve("call-3", "1", "1");

            // Then
            assertThat(fits).isInstanceOf(Granted.class);
            assertThat(tooMuch).isInstanceOf(Short.class);
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1: entries of a ledger that is older than their numbers get some")
    void anOlderLedger(String name, TestDatabase database) {
        // Given
        try (TestDatabase.Pool pool = database.connectOnly()) {
            Flyway.configure()
                    .dataSource(pool.template().getDataSource())
                    .target("4")
                    .load()
                    .migrate();
            pool.template()
                    .update(
                            "insert into ledger_settlement (call_id, arrived_at, settled_at, caller, organisation, team,"
                                    + " task, outcome, cost, credit, overrun, input_tokens, output_tokens, estimated, unpriced, swept)"
                                    + " values ('old', '2026-11-30T10:00:00Z', '2026-11-30T10:00:00Z', 'web', 'acme', 'support', 't', 'ok',"
                                    + " 5, 7, 0, 0, 0, false, false, false)");
            for (int number = 1; number <= 2; number++) {
                pool.template()
                        .update(
                                "insert into ledger_entry (call_id, number, book, from_account, to_account, amount, written_at, kind,"
                                        + " input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, reasoning_tokens,"
                                        + " estimated, unpriced, swept) values ('old', ?, ?, ?, ?, ?, '2026-11-30T10:00:00Z', ?,"
                                        + " 0, 0, 0, 0, 0, false, false, false)",
                                number,
                                number == 1 ? "COST" : "CREDIT",
                                number == 1 ? "gateway" : "organisation:acme",
                                number == 1 ? "deployment:a" : "gateway",
                                number == 1 ? 5 : 7,
                                number == 1 ? "attempt" : "charge");
            }
        }

        // When
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.MONTH, "6"))) {
            one.settle("new", "1", "1");
            one.awaitWritten();

            // Then
            assertThat(one.balance(Kind.ORGANISATION, Book.CREDIT, Window.MONTH).spent())
                    .isEqualTo(Usd.of("1.000000007"));
            assertThat(one.reconcile()).isEmpty();
        }
    }
}
