/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;
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
import dev.serai.gateway.ledger.Decision.Granted;
import dev.serai.gateway.ledger.Decision.Short;
import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static dev.serai.gateway.ledger.LedgerInstance.ceiling;
import static dev.serai.gateway.ledger.LedgerInstance.cost;
import static org.assertj.core.api.Assertions.assertThat;

/** Reserve before, settle after, in two books (L1, L2, L3). */
class LedgerTest extends DatabaseTest {
    private static final int CALLERS = 200;
    private static final int ROOM = 50;

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1, L2: what is held before a call is freed after it, and its cost and its charge are entered, once")
    void oneCallReservesAndSettles(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "1"))) {
            // When
            Decision decision = one.reserve("call-1", "0.5", "0.6");
            Balance held = one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY);
            one.settle("call-1", "0.2", "0.3");
            one.settle("call-1", "9", "9");
            one.awaitWritten();

            // Then
            assertThat(decision).isInstanceOf(Granted.class);
            assertThat(held.held()).isEqualTo(Usd.of("0.6"));
            Balance after = one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY);
            assertThat(after.held()).isEqualTo(Usd.ZERO);
            assertThat(after.spent()).isEqualTo(Usd.of("0.3"));
            assertThat(one.settled("call-1"))
                    .containsEntry("cost", 200_000_000L)
                    .containsEntry("credit", 300_000_000L)
                    .containsEntry("overrun", 0L)
                    .containsEntry("input_tokens", 13L)
                    .containsEntry("output_tokens", 23L);
            assertThat(one.entries("call-1"))
                    .extracting(entry -> entry.get("from_account") + " > " + entry.get("to_account"))
                    .containsExactly("gateway > deployment:sim-a", "organisation:acme > gateway");
            assertThat(one.count("ledger_hold")).isZero();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1: of 200 callers at once, exactly the 50 pass that there is room for")
    void exactlyAsManyPassAsThereIsRoomFor(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.MONTH, "50"))) {
            // When
            long granted = spend(List.of(one));

            // Then
            assertThat(granted).isEqualTo(ROOM);
            assertSpent(one);
        }
    }

    @Test
    @DisplayName("L1: the same where three instances share the account")
    void exactlyAsManyPassOnThreeInstances() throws Exception {
        // Given
        TestDatabase database = PostgresServer.database();
        Limit budget = budget(Kind.ORGANISATION, Window.MONTH, "50");
        try (LedgerInstance one = LedgerInstance.on(database, budget);
                LedgerInstance two = LedgerInstance.on(database, budget);
                LedgerInstance three = LedgerInstance.on(database, budget)) {
            // When
            long granted = spend(List.of(one, two, three));

            // Then
            assertThat(granted).isEqualTo(ROOM);
            assertSpent(one);
        }
    }

    private static void assertSpent(LedgerInstance one) {
        Balance balance = one.balance(Kind.ORGANISATION, Book.CREDIT, Window.MONTH);
        assertThat(balance.spent()).isEqualTo(Usd.of("50"));
        assertThat(balance.held()).isEqualTo(Usd.ZERO);
        assertThat(one.count("ledger_settlement")).isEqualTo(ROOM);
        assertThat(one.count("ledger_hold")).isZero();
        assertThat(one.reconcile()).isEmpty();
    }

    /** How many got through; each of them is settled at what it holds. */
    private static long spend(List<LedgerInstance> instances) throws Exception {
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
    @DisplayName("L1, L4: a refusal says whose limit it is, what is missing and until when, and holds nothing")
    void aRefusalSaysWhatIsMissing(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(
                database, budget(Kind.TEAM, Window.MONTH, "5"), budget(Kind.CALLER, Window.TOTAL, "5.1"))) {
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
                            Instant.parse("2026-12-01T00:00:00Z")));
            assertThat(one.count("ledger_hold")).isZero();
            assertThat(one.balance(Kind.CALLER, Book.CREDIT, Window.TOTAL).held())
                    .isEqualTo(Usd.ZERO);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L3: a hop holds more for the same call; its end, or its refusal by somebody else, frees all of it")
    void aHopHoldsMore(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.TASK, Window.DAY, "1"))) {
            // When
            one.reserve("call-1", "0.3", "0.3");
            one.reserve("call-1", "0.5", "0.5");
            one.reserve("call-2", "0.1", "0.1");
            Decision third = one.reserve("call-1", "0.2", "0.2");
            Usd held = one.balance(Kind.TASK, Book.CREDIT, Window.DAY).held();
            one.settle("call-1", "0.7", "0.7");
            one.ledger.release("call-2");
            one.awaitWritten();

            // Then
            assertThat(third).isInstanceOf(Short.class);
            assertThat(held).isEqualTo(Usd.of("0.9"));
            Balance after = one.balance(Kind.TASK, Book.CREDIT, Window.DAY);
            assertThat(after.spent()).isEqualTo(Usd.of("0.7"));
            assertThat(after.held()).isEqualTo(Usd.ZERO);
            assertThat(one.count("ledger_hold")).isZero();
            assertThat(one.count("ledger_settlement")).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1: what neither was held nor is left is borne by the gateway, so no balance goes below zero")
    void theGatewayBearsAnOverrun(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.TOTAL, "1"))) {
            one.reserve("call-1", "0.4", "0.4");
            one.reserve("call-2", "0.5", "0.5");

            // When: 0.1 is left beside the two holds
            one.settle("call-1", "0.9", "0.9");
            one.settle("call-2", "0.5", "0.5");
            one.awaitWritten();

            // Then
            assertThat(one.settled("call-1"))
                    .containsEntry("cost", 900_000_000L)
                    .containsEntry("credit", 500_000_000L)
                    .containsEntry("overrun", 400_000_000L);
            assertThat(one.entries("call-1"))
                    .extracting(entry -> entry.get("from_account") + " > " + entry.get("to_account"))
                    .containsExactly("gateway > deployment:sim-a", "organisation:acme > gateway", "overrun > gateway");
            assertThat(one.balance(Kind.ORGANISATION, Book.CREDIT, Window.TOTAL).spent())
                    .isEqualTo(Usd.of("1"));
            assertThat(one.overruns).containsExactly(Usd.of("0.4"));
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L7: a ceiling limits what providers charge, whoever is charged what")
    void aCeilingIsOfCosts(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, ceiling(Kind.GATEWAY, "1"))) {
            // When
            Decision dear = one.reserve("call-1", "1.5", "0");
            Decision free = one.reserve("call-2", "0.5", "100");

            // Then
            assertThat(dear).isInstanceOfSatisfying(Short.class, tooLittle -> {
                assertThat(tooLittle.book()).isEqualTo(Book.COST);
                assertThat(tooLittle.account()).isEqualTo(Account.GATEWAY);
                assertThat(tooLittle.renewsAt()).isEqualTo(Instant.parse("2026-12-01T00:00:00Z"));
            });
            assertThat(free).isInstanceOf(Granted.class);
        }
    }
}
