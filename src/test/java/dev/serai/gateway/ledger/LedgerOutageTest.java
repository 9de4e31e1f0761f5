/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.Decision.Granted;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.version.DatabaseTest;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The ledger while its database is away, and what is true when it is back (L1). */
class LedgerOutageTest extends DatabaseTest {
    private static final Duration SHORT_WAIT = Duration.ofMillis(200);
    private static final LedgerSettings SMALL = new LedgerSettings(500, 1000, 3, Duration.ofSeconds(5));

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1: a commit whose end was not heard of is not made twice, and one that was not made is")
    void anUnheardCommitIsNotMadeTwice(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "3"))) {
            one.reserve("call-0", "1", "1");

            // When
            one.shaky.commitUnheard(2);
            Decision unheard = one.reserve("call-1", "1", "1");
            one.shaky.breakCommit(2);
            Decision broken = one.reserve("call-2", "1", "1");
            Decision tooMuch = one.reserve("call-3", "1", "1");
            one.shaky.commitUnheard(1);
            one.settle("call-1", "1", "1");
            one.awaitWritten();

            // Then
            assertThat(List.of(unheard, broken))
                    .allSatisfy(decision -> assertThat(decision).isInstanceOf(Granted.class));
            assertThat(tooMuch).isInstanceOf(Decision.Short.class);
            Balance balance = one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY);
            assertThat(balance.held()).isEqualTo(Usd.of("2"));
            assertThat(balance.spent()).isEqualTo(Usd.of("1"));
            assertThat(one.count("ledger_hold")).isEqualTo(2);
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName(
            "L1: without the database a call is refused when its wait is over; what has ended is settled when it is back")
    void callsAreRefusedAndSettlementsWait(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "10"))) {
            one.reserve("call-1", "1", "1");
            one.shaky.away(true);

            // When
            one.settle("call-1", "1", "1");
            LlmException refused = catchThrowableOfType(
                    LlmException.class, () -> one.ledger.reserve(one.reservation("call-2", "1", "1"), SHORT_WAIT));
            long unwritten = one.ledger.unwritten();
            one.shaky.away(false);
            one.awaitWritten();

            // Then
            assertThat(refused.errorClass()).isEqualTo(ErrorClass.OVERLOADED);
            assertThat(refused.code()).isEqualTo("ledger_unavailable");
            assertThat(refused.clientStatus()).isEqualTo(503);
            assertThat(refused.retryAfter()).isPresent();
            assertThat(unwritten).isEqualTo(1);
            Balance balance = one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY);
            assertThat(balance.spent()).isEqualTo(Usd.of("1"));
            Awaitility.await()
                    .untilAsserted(() -> assertThat(one.count("ledger_hold")).isZero());
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @Test
    @DisplayName("L1: what waits for the database is bounded: calls are refused at once when it is too much")
    void whatWaitsIsBounded() throws Exception {
        // Given
        TestDatabase database = PostgresServer.database();
        try (LedgerInstance one = LedgerInstance.on(database.connect(), SMALL)) {
            one.shaky.away(true);
            for (int i = 0; i < SMALL.maxUnwritten(); i++) {
                one.settle("call-" + i, "1", "1");
            }

            // When
            LlmException refused = catchThrowableOfType(LlmException.class, () -> one.reserve("call-9", "0", "0"));
            one.shaky.away(false);
            one.awaitWritten();

            // Then
            assertThat(refused.code()).isEqualTo("ledger_unavailable");
            assertThat(one.count("ledger_settlement")).isEqualTo(SMALL.maxUnwritten());
        }
    }

    @Test
    @DisplayName("L1: one settlement that the database cannot take does not keep the others from it")
    void oneThatCannotBeTakenIsLeftOut() throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(PostgresServer.database())) {
            one.shaky.away(true);
            one.settle("call-1", "1", "1");
            one.settle("x".repeat(200), "1", "1");
            one.settle("call-2", "1", "1");

            // When
            one.shaky.away(false);
            one.awaitWritten();

            // Then
            assertThat(one.count("ledger_settlement")).isEqualTo(2);
            assertThat(one.lost.get()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("L1: PostgreSQL is restarted under load: calls wait, and no balance is wrong afterwards")
    void aRestartUnderLoad(@TempDir Path data) throws Exception {
        // Given
        try (PostgresServer server = PostgresServer.start(data)) {
            TestDatabase database = server.newDatabase();
            Limit budget = budget(Kind.ORGANISATION, Window.DAY, "1000000");
            try (LedgerInstance one = LedgerInstance.on(database, budget);
                    LedgerInstance two = LedgerInstance.on(database, budget);
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                AtomicInteger settled = new AtomicInteger();
                List<Future<?>> load = new ArrayList<>();
                AtomicInteger goOn = new AtomicInteger(1);
                for (int thread = 0; thread < 20; thread++) {
                    LedgerInstance instance = thread % 2 == 0 ? one : two;
                    String prefix = "call-" + thread + "-";
                    load.add(threads.submit(() -> {
                        for (int i = 0; goOn.get() > 0; i++) {
                            assertThat(instance.reserve(prefix + i, "1", "1")).isInstanceOf(Granted.class);
                            instance.settle(prefix + i, "1", "1");
                            settled.incrementAndGet();
                        }
                        return null;
                    }));
                }
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> settled.get() > 200);

                // When
                int port = server.stop();
                server.start(port);
                int before = settled.get();
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> settled.get() > before + 200);
                goOn.set(0);
                for (Future<?> thread : load) {
                    thread.get();
                }
                one.awaitWritten();
                two.awaitWritten();

                // Then
                Balance balance = one.balance(Kind.ORGANISATION, Book.CREDIT, Window.DAY);
                assertThat(balance.held()).isEqualTo(Usd.ZERO);
                assertThat(balance.spent()).isEqualTo(new Usd(settled.get() * 1_000_000_000L));
                assertThat(one.count("ledger_settlement")).isEqualTo(settled.get());
                assertThat(one.count("ledger_hold")).isZero();
                assertThat(one.reconcile()).isEmpty();
            }
        }
    }
}
