/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static dev.serai.gateway.ledger.LedgerInstance.ceiling;
import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of calls whose process has ended between their reservation and their settlement (L6). */
class SweeperTest extends DatabaseTest {
    private static final Duration EXPIRY = Duration.ofMinutes(2);

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L6: a call left behind costs what it held and is charged nothing; a call under way is left alone")
    void whatACrashLeftIsSettled(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one =
                LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "10"), ceiling(Kind.GATEWAY, "10"))) {
            one.reserve("left", "1", "2");
            one.reserve("left", "0.5", "1");
            one.clock.pass(Duration.ofSeconds(50));
            one.reserve("hopped", "1", "1");
            one.clock.pass(Duration.ofSeconds(50));
            one.reserve("hopped", "1", "1");

            // When
            int swept = one.sweeper().sweep();

            // Then
            assertThat(swept).isEqualTo(1);
            assertThat(one.settled("left"))
                    .containsEntry("cost", 1_500_000_000L)
                    .containsEntry("credit", 0L)
                    .containsEntry("estimated", true)
                    .containsEntry("swept", true);
            assertThat(one.entries("left"))
                    .extracting(entry -> entry.get("kind") + " " + entry.get("to_account"))
                    .containsExactly("swept deployment:unknown");
            assertThat(one.balance(Kind.GATEWAY, Book.COST, Window.DAY).held()).isEqualTo(Usd.of("2"));
            assertThat(one.balance(Kind.GATEWAY, Book.COST, Window.DAY).spent()).isEqualTo(Usd.of("1.5"));
            assertThat(one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY).spent())
                    .isEqualTo(Usd.ZERO);
        }
    }

    @Test
    @DisplayName("L6: three sweepers at once settle each call once, while its own instance may come back to settle it")
    void threeSweepersSettleOnce() throws Exception {
        // Given
        TestDatabase database = PostgresServer.database();
        Limit ceiling = ceiling(Kind.GATEWAY, "10000");
        try (LedgerInstance one = LedgerInstance.on(database, ceiling);
                LedgerInstance two = LedgerInstance.on(database, ceiling);
                LedgerInstance three = LedgerInstance.on(database, ceiling)) {
            List<LedgerInstance> all = List.of(one, two, three);
            for (int i = 0; i < 60; i++) {
                one.reserve("call-" + i, "1", "1");
            }
            all.forEach(instance -> instance.clock.pass(EXPIRY));

            // When: as if each of them had the lease
            List<Callable<Integer>> sweeps = new ArrayList<>();
            all.forEach(instance -> sweeps.add(() -> instance.settleExpired()));
            sweeps.add(() -> {
                for (int i = 0; i < 60; i++) {
                    one.settle("call-" + i, "1", "1");
                }
                return 0;
            });
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Integer> sweep : threads.invokeAll(sweeps)) {
                    sweep.get();
                }
            }
            all.forEach(LedgerInstance::awaitWritten);

            // Then
            assertThat(one.count("ledger_settlement")).isEqualTo(60);
            assertThat(one.count("ledger_hold")).isZero();
            Balance balance = one.balance(Kind.GATEWAY, Book.COST, Window.DAY);
            assertThat(balance.spent()).isEqualTo(Usd.of("60"));
            assertThat(balance.held()).isEqualTo(Usd.ZERO);
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L6: one instance has the lease; when it gives it up, another one takes it")
    void oneInstanceSweeps(String name, TestDatabase database) {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database)) {
            Sweeper first = one.sweeper();
            Sweeper second = one.sweeper();
            first.sweep();

            // When
            boolean second1 = second.hasLease();
            first.stop();
            boolean second2 = second.hasLease();

            // Then
            assertThat(second1).isFalse();
            assertThat(second2).isTrue();
        }
    }
}
