/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.key;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.AdjustableClock;
import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.version.DatabaseTest;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static dev.serai.gateway.key.KeyInstance.CALLERS;
import static dev.serai.gateway.key.KeyInstance.id;
import static dev.serai.gateway.key.KeyInstance.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@DisplayName("B2: several operators, several instances, and a database that goes away")
class KeyConcurrencyTest extends DatabaseTest {
    private static final Duration GRACE = Duration.ofHours(24);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ROUNDS = 10;

    private final AdjustableClock clock = new AdjustableClock(KeyInstance.MORNING);

    @TempDir
    Path data;

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName(
            "B2: of two operators who rotate at once one gets a key, the other is told; two keys are valid, not three")
    void twoOperators(String kind, TestDatabase database) throws Exception {
        try (KeyInstance one = KeyInstance.on(database, clock);
                KeyInstance two = KeyInstance.on(database, clock);
                ExecutorService operators = Executors.newVirtualThreadPerTaskExecutor()) {
            one.create();
            for (int round = 0; round < ROUNDS; round++) {
                // When
                CyclicBarrier together = new CyclicBarrier(2);
                List<Future<Object>> outcomes = new ArrayList<>();
                for (KeyInstance instance : List.of(one, two)) {
                    outcomes.add(operators.submit(rotation(instance, together)));
                }
                List<Object> results =
                        List.of(outcomes.get(0).get(), outcomes.get(1).get());
                // Then
                String key = (String) results.stream()
                        .filter(String.class::isInstance)
                        .findFirst()
                        .orElseThrow();
                assertThat(results).filteredOn(ErrorClass.CONFLICT::equals).hasSize(1);
                for (KeyInstance instance : List.of(one, two)) {
                    instance.index.compare();
                    assertThat(instance.whose(key)).isEqualTo("web");
                    assertThat(instance.index.of(CALLERS, "web"))
                            .filteredOn(each -> each.isValid(clock.instant()))
                            .hasSize(2);
                }
                clock.pass(GRACE);
            }
        }
    }

    private static Callable<Object> rotation(KeyInstance instance, CyclicBarrier together) {
        return () -> {
            together.await();
            try {
                return instance.control
                        .rotate(of("web"), null, GRACE)
                        .made()
                        .key()
                        .reveal();
            } catch (LlmException refusal) {
                return refusal.errorClass();
            }
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("B2: an instance that hears nothing from the others follows by itself")
    void follows(String kind, TestDatabase database) throws Exception {
        try (KeyInstance one = KeyInstance.on(database, clock);
                KeyInstance two = KeyInstance.on(database, clock)) {
            // Given
            two.loop.start();
            String key = one.create();
            Awaitility.await("the key").atMost(PATIENCE).until(() -> two.whose(key), "web"::equals);
            // When
            one.control.revoke(of("web"), id(key));
            // Then
            Awaitility.await("the revocation").atMost(PATIENCE).until(() -> two.whose(key), ""::equals);
            two.loop.stop();
        }
    }

    @Test
    @DisplayName("B2: while the database is away known keys hold, revoked ones do not, and changes are refused")
    void withoutTheDatabase() throws Exception {
        try (PostgresServer server = PostgresServer.start(data.resolve("postgres"))) {
            TestDatabase database = server.newDatabase();
            try (KeyInstance instance = KeyInstance.on(database, clock)) {
                // Given
                instance.loop.start();
                String revoked = instance.create();
                instance.control.revoke(of("web"), id(revoked));
                String key = instance.create();
                // When
                int port = server.stop();
                // Then
                LlmException refusal =
                        catchThrowableOfType(LlmException.class, () -> instance.control.revoke(of("web"), id(key)));
                assertThat(refusal.code()).isEqualTo("database_unavailable");
                assertThat(instance.whose(key)).isEqualTo("web");
                assertThat(instance.whose(revoked)).isEmpty();
                // When
                server.start(port);
                // Then
                Awaitility.await("the database")
                        .atMost(PATIENCE)
                        .ignoreException(LlmException.class)
                        .until(() -> instance.control
                                        .revoke(of("web"), id(key))
                                        .after()
                                        .revoked()
                                != null);
                assertThat(instance.whose(key)).isEmpty();
                instance.loop.stop();
            }
        }
    }
}
