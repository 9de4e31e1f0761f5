/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.reload.version.Serving;
import dev.serai.gateway.reload.version.TaskTexts;

import static dev.serai.gateway.version.Instance.ANN;
import static dev.serai.gateway.version.Instance.answer;
import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("Q4: every instance serves what the database says")
class VersionLoopTest extends DatabaseTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: an instance that hears nothing from the others follows a promote and a rollout by itself")
    void follows(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database);
                Instance two = Instance.on(database)) {
            // Given
            one.publish(2);
            List<Serving> served = new CopyOnWriteArrayList<>();
            two.active.listen((state, serving) -> served.add(serving));
            // When
            two.loop.start();
            // Then
            awaitThat(() -> served.size() == 1);
            assertThat(Version.sequence(served.get(0).active().id())).isEqualTo(2);
            assertThat(served.get(0).active().texts().byName()).containsValue("text 2");
            // When
            one.control.promote(answer(1), Safety.NONE, ANN);
            awaitThat(() -> served.size() == 2);
            one.control.rollOut(answer(2), 10, Safety.NONE, ANN);
            awaitThat(() -> served.size() == 3);
            // Then
            assertThat(served.get(1).active().texts().byName()).containsValue("text 1");
            assertThat(served.get(2).active()).isEqualTo(served.get(1).active());
            assertThat(served.get(2).candidate().texts().byName()).containsValue("text 2");
            assertThat(two.active.known().get("answer").rollout().share()).isEqualTo(1000);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: news of a change wakes it: twenty changes are followed in less time than it would sleep for them")
    void isWoken(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.publish(2);
            AtomicInteger told = new AtomicInteger();
            one.active.listen((state, serving) -> told.incrementAndGet());
            new VersionNews(Fleet.alone(), one.control, one.loop);
            one.loop.start();
            awaitThat(() -> told.get() == 1);
            long begin = System.nanoTime();
            // When
            for (int change = 1; change <= 20; change++) {
                one.control.promote(answer(change % 2 == 1 ? 1 : 2), Safety.NONE, ANN);
                int expected = change + 1;
                awaitThat(() -> told.get() == expected);
            }
            // Then
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a version that this instance cannot build is tried again, and holds up no other task")
    void triesAgain(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.publish(1);
            one.control.publish(
                    new Draft("p", new TaskTexts("summary", "a.yaml", new TreeMap<>(Map.of("a.yaml", "x")))),
                    Safety.NONE,
                    ANN);
            AtomicInteger failures = new AtomicInteger();
            List<String> served = new CopyOnWriteArrayList<>();
            one.active.listen((state, serving) -> {
                if (state.task().equals("answer") && failures.incrementAndGet() < 3) {
                    throw new IllegalStateException("not yet");
                }
                served.add(state.task());
            });
            // When
            one.active.compare();
            one.active.compare();
            one.active.compare();
            one.active.compare();
            // Then
            assertThat(served).containsExactly("summary", "answer");
        }
    }

    @Test
    @DisplayName(
            "Q4: while the database is away all serves on, and what has changed meanwhile is followed once it is back")
    void survivesAnOutage(@TempDir Path data) throws Exception {
        try (PostgresServer server = PostgresServer.start(data.resolve("postgres"))) {
            TestDatabase database = server.newDatabase();
            try (Instance one = Instance.on(database);
                    Instance two = Instance.on(database)) {
                // Given
                two.publish(2);
                List<Integer> served = new CopyOnWriteArrayList<>();
                one.active.listen((state, serving) -> served.add(state.active()));
                one.loop.start();
                awaitThat(() -> served.equals(List.of(2)));
                // When
                int port = server.stop();
                awaitThat(() -> one.loop.age().compareTo(Duration.ofSeconds(3)) > 0);
                // Then
                assertThat(served).containsExactly(2);
                assertThat(one.active.known().get("answer").active()).isEqualTo(2);
                // When
                server.start(port);
                Awaitility.await("a promote")
                        .atMost(Duration.ofSeconds(60))
                        .ignoreExceptions()
                        .until(() ->
                                two.control.promote(answer(1), Safety.NONE, ANN).active() == 1);
                // Then
                awaitThat(() -> served.equals(List.of(2, 1)));
                awaitThat(() -> one.loop.age().compareTo(Duration.ofSeconds(2)) < 0);
            }
        }
    }

    private static void awaitThat(BooleanSupplier condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(condition::getAsBoolean);
    }
}
