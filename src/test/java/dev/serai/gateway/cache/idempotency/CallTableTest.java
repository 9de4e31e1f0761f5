/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.unit.DataSize;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.task.TaskContract.KeepAnswers;
import dev.serai.gateway.version.DatabaseTest;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("M4: the database says who makes the call of an idempotency key")
class CallTableTest extends DatabaseTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Seal SEAL = new Seal(Seal.random());

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("M4: of 32 calls that come at once with a key, on two instances, one makes the answer")
    void oneIsGranted(String kind, TestDatabase database) throws Exception {
        try (TestDatabase.Pool one = database.connect();
                TestDatabase.Pool other = database.connectOnly();
                ExecutorService threads = Executors.newFixedThreadPool(32)) {
            // Given
            List<CallTable> tables = List.of(table(one, "one", LONG, LONG), table(other, "other", LONG, LONG));
            for (int round = 0; round < 10; round++) {
                KeyedRequest request = request("key-" + round, "body");
                CountDownLatch start = new CountDownLatch(1);
                // When
                List<Future<Claim>> claims = IntStream.range(0, 32)
                        .mapToObj(call -> threads.submit(() -> {
                            start.await();
                            return tables.get(call % 2).claim(request, "req_" + call);
                        }))
                        .toList();
                start.countDown();
                // Then
                int granted = 0;
                for (Future<Claim> claim : claims) {
                    granted += claim.get() instanceof Claim.Granted ? 1 : 0;
                }
                assertThat(granted).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("M4: an answer of several parts is read by another instance as it was kept, and bound to its key")
    void keepsTheAnswer(String kind, TestDatabase database) {
        try (TestDatabase.Pool one = database.connect();
                TestDatabase.Pool other = database.connectOnly()) {
            // Given
            KeyedRequest request = request("key", "body");
            byte[] closed = new byte[1_200_000];
            new Random(4).nextBytes(closed);
            CallTable owner = table(one, "one", LONG, LONG);
            owner.claim(request, "req_1");
            // When
            assertThat(owner.finish(request, "req_1", closed)).isTrue();
            // Then
            CallTable reader = table(other, "other", LONG, LONG);
            assertThat(reader.claim(request, "req_2"))
                    .isEqualTo(new Claim.Taken("req_1", request.hash(), SEAL.fingerprint(), null, true));
            assertThat(reader.answer(request)).isEqualTo(closed);
            assertThat(reader.claim(request("another", "body"), "req_3")).isInstanceOf(Claim.Granted.class);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName(
            "M4: the key of a crashed instance is taken over after its lease, by the same request only, and by one")
    void takesOverFromACrash(String kind, TestDatabase database) {
        try (TestDatabase.Pool one = database.connect();
                TestDatabase.Pool other = database.connectOnly()) {
            // Given
            KeyedRequest request = request("key", "body");
            CallTable crashed = table(one, "crashed", SHORT, LONG);
            crashed.claim(request, "req_1");
            CallTable survivor = table(other, "survivor", LONG, LONG);
            assertThat(survivor.claim(request, "req_2")).isInstanceOf(Claim.Taken.class);
            // When
            Awaitility.await().atMost(PATIENCE).until(() -> survivor.claim(request, "req_3") instanceof Claim.Granted);
            // Then
            assertThat(survivor.claim(request, "req_4"))
                    .isEqualTo(new Claim.Taken("req_3", request.hash(), SEAL.fingerprint(), "survivor", false));
            assertThat(crashed.finish(request, "req_1", new byte[] {1}))
                    .as("it was only slow, and comes too late")
                    .isFalse();
            crashed.free(request.id(), "req_1");
            assertThat(survivor.finish(request, "req_3", new byte[] {3})).isTrue();
            assertThat(crashed.answer(request)).containsExactly(3);
            assertThat(((Claim.Taken) survivor.claim(request("key", "other body"), "req_5")).requestHash())
                    .as("another body gets nothing of it")
                    .isEqualTo(request.hash());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("M4: a lease that is renewed holds; the crashed owner's key stands against another body")
    void leasesHold(String kind, TestDatabase database) {
        try (TestDatabase.Pool pool = database.connect()) {
            // Given
            KeyedRequest request = request("key", "body");
            CallTable short1 = table(pool, "one", SHORT, LONG);
            short1.claim(request, "req_1");
            // When
            table(pool, "one", LONG, LONG).renewLeases();
            Awaitility.await().pollDelay(SHORT.multipliedBy(2)).atMost(PATIENCE).until(() -> true);
            // Then
            assertThat(short1.claim(request, "req_2")).isInstanceOf(Claim.Taken.class);
            // When
            KeyedRequest crashed = request("crashed", "body");
            table(pool, "two", SHORT, LONG).claim(crashed, "req_3");
            Awaitility.await().pollDelay(SHORT.multipliedBy(2)).atMost(PATIENCE).until(() -> true);
            // Then
            assertThat(short1.claim(request("crashed", "other body"), "req_4")).isInstanceOf(Claim.Taken.class);
            assertThat(short1.claim(crashed, "req_5")).isInstanceOf(Claim.Granted.class);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("M4: a failed call frees its key; a key's time ends, and its answer is deleted")
    void endsAndFrees(String kind, TestDatabase database) {
        try (TestDatabase.Pool pool = database.connect()) {
            // Given
            CallTable table = table(pool, "one", LONG, SHORT);
            KeyedRequest failed = request("failed", "body");
            table.claim(failed, "req_1");
            // When
            table.free(failed.id(), "req_1");
            // Then
            assertThat(table.claim(failed, "req_2")).isInstanceOf(Claim.Granted.class);
            // Given
            KeyedRequest over = request("over", "body");
            KeyedRequest again = request("again", "body");
            for (KeyedRequest request : List.of(over, again)) {
                table.claim(request, "req_3");
                table.finish(request, "req_3", new byte[] {1});
            }
            // When
            Awaitility.await().pollDelay(SHORT.multipliedBy(2)).atMost(PATIENCE).until(() -> true);
            // Then
            assertThat(table.claim(request("again", "other body"), "req_4")).isInstanceOf(Claim.Granted.class);
            assertThat(table.answer(again)).isEmpty();
            assertThat(table.deleteExpired())
                    .as("not the two that are being made")
                    .isEqualTo(1);
            assertThat(table.answer(over)).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("H5 M4: the owner learns that another instance waits; the fleet agrees on one encryption key")
    void tellsOfWaitersAndOfTheSeal(String kind, TestDatabase database) {
        try (TestDatabase.Pool pool = database.connect()) {
            // Given
            CallTable table = table(pool, "one", LONG, LONG);
            KeyedRequest request = request("key", "body");
            table.claim(request, "req_1");
            assertThat(table.isAwaited(request, "req_1")).isFalse();
            // When
            table(pool, "other", LONG, LONG).await(request, "req_1", LONG);
            // Then
            assertThat(table.isAwaited(request, "req_1")).isTrue();
            assertThat(table.fingerprint("aaaa")).isEqualTo("aaaa");
            assertThat(table.fingerprint("bbbb")).isEqualTo("aaaa");
            table.replaceFingerprint("cccc");
            assertThat(table.fingerprint("bbbb")).isEqualTo("cccc");
        }
    }

    private static KeyedRequest request(String key, String body) {
        return new KeyedRequest("id of " + key, "caller", "hash of " + body, SEAL);
    }

    private static CallTable table(TestDatabase.Pool pool, String self, Duration lease, Duration keep) {
        return new CallTable(pool.jdbc(), pool.transactions(), self, new Durations(keep, lease).settings());
    }

    private record Durations(Duration keep, Duration lease) {
        IdempotencySettings settings() {
            return new IdempotencySettings(keep, KeepAnswers.ENCRYPTED, DataSize.ofMegabytes(4), lease);
        }
    }
}
