/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.Decision.Granted;
import dev.serai.gateway.ledger.Decision.Short;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static dev.serai.gateway.ledger.LedgerInstance.cost;
import static org.assertj.core.api.Assertions.assertThat;

/** L1, L2, L3: reserve before, settle after, in two books; on both databases. */
class LedgerTest extends DatabaseTest {
    private static final int CALLERS = 200;
    private static final int ROOM = 50;

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    void oneCallReservesAndSettles(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Account.Kind.ORGANISATION, Window.DAY, "1"))) {
            // When
            Decision decision = one.reserve("call-1", "0.5", "0.6");
            Balance held = one.balance(Account.Kind.ORGANISATION, Book.CREDIT, Window.DAY);
            one.settle("call-1", "0.2", "0.3");
            one.settle("call-1", "9", "9");
            one.awaitWritten();

            // Then
            assertThat(decision).isInstanceOf(Granted.class);
            assertThat(held.held()).isEqualTo(Usd.of("0.6"));
            Balance after = one.balance(Account.Kind.ORGANISATION, Book.CREDIT, Window.DAY);
            assertThat(after.held()).isEqualTo(Usd.ZERO);
            assertThat(after.spent()).isEqualTo(Usd.of("0.3"));
            assertThat(one.settled("call-1"))
                    .containsEntry("cost", 200_000_000L)
                    .containsEntry("credit", 300_000_000L);
            assertThat(one.entries("call-1"))
                    .extracting(entry -> entry.get("from_account") + " > " + entry.get("to_account"))
                    .containsExactly("gateway > deployment:sim-a", "organisation:acme > gateway");
            assertThat(one.count("ledger_hold")).isZero();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    void exactlyAsManyPassAsThereIsRoomFor(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Account.Kind.ORGANISATION, Window.MONTH, "50"))) {
            // When
            long granted = spend(List.of(one));

            // Then
            assertThat(granted).isEqualTo(ROOM);
            Balance balance = one.balance(Account.Kind.ORGANISATION, Book.CREDIT, Window.MONTH);
            assertThat(balance.left(Usd.of("50"))).isEqualTo(Usd.ZERO);
            assertThat(balance.held()).isEqualTo(Usd.ZERO);
            assertThat(one.count("ledger_settlement")).isEqualTo(ROOM);
        }
    }

    static long spend(List<LedgerInstance> instances) throws Exception {
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            LedgerInstance instance = instances.get(i % instances.size());
            String call = "call-" + i;
            calls.add(() -> {
                boolean granted = instance.reserve(call, "1", "1") instanceof Granted;
                if (granted) {
                    instance.settle(call, "1", "1");
                }
                return granted;
            });
        }
        long granted = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> result : threads.invokeAll(calls)) {
                granted += result.get() ? 1 : 0;
            }
        }
        instances.forEach(LedgerInstance::awaitWritten);
        return granted;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    void aRefusalSaysWhatIsMissingAndUntilWhen(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(
                database,
                budget(Account.Kind.TEAM, Window.MONTH, "5"),
                budget(Account.Kind.CALLER, Window.TOTAL, "100"))) {
            one.ledger.settle(one.settlement("call-0", "4.5", cost("1")));

            // When
            Decision decision = one.reserve("call-1", "0.1", "0.75");

            // Then
            assertThat(decision)
                    .isEqualTo(new Short(
                            Account.parse("team:acme/support"),
                            Book.CREDIT,
                            Window.MONTH,
                            Usd.of("0.5"),
                            Usd.of("0.25"),
                            java.time.Instant.parse("2026-12-01T00:00:00Z")));
            assertThat(one.count("ledger_hold")).isZero();
        }
    }
}
