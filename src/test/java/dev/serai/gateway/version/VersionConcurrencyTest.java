/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static dev.serai.gateway.version.Instance.ANN;
import static dev.serai.gateway.version.Instance.answer;
import static dev.serai.gateway.version.Instance.draft;
import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("Q4: instances and operators that act at once")
class VersionConcurrencyTest extends DatabaseTest {
    private static final int INSTANCES = 4;
    private static final int ROUNDS = 15;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Instance> instances = new ArrayList<>();

    @AfterEach
    void close() {
        threads.shutdownNow();
        instances.forEach(Instance::close);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: the same content, published by all instances at once, is one version and one promote")
    void recordsOnce(String kind, TestDatabase database) throws Exception {
        start(database);
        for (int round = 1; round <= ROUNDS; round++) {
            String text = "text " + round;
            // When
            List<VersionStore.Recorded> recorded =
                    atOnce(instance -> () -> instance.control.publish(draft(text), Safety.NONE, ANN));
            // Then
            assertThat(recorded).filteredOn(VersionStore.Recorded::isNew).hasSize(1);
            assertThat(recorded).extracting(each -> each.version().sequence()).containsOnly(round);
        }
        assertConsistent(ROUNDS);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: different contents at once get numbers without gap or duplicate, and one of them serves")
    void numbersEach(String kind, TestDatabase database) throws Exception {
        start(database);
        for (int round = 0; round < ROUNDS; round++) {
            int first = round;
            atOnce(instance -> () ->
                    instance.control.publish(draft(first + " by " + instances.indexOf(instance)), Safety.NONE, ANN));
        }
        assertThat(instances.get(0).store.all("answer"))
                .extracting(Version::sequence)
                .isSubsetOf(IntStream.rangeClosed(1, ROUNDS * INSTANCES).boxed().toList())
                .doesNotHaveDuplicates()
                .startsWith(ROUNDS * INSTANCES);
        assertConsistent(ROUNDS * INSTANCES);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: of operators who act at once on what they have seen, one wins and the others get a conflict")
    void oneOperatorWins(String kind, TestDatabase database) throws Exception {
        start(database);
        instances.get(0).publish(INSTANCES + 1);
        for (int round = 0; round < ROUNDS; round++) {
            TaskState seen = instances.get(0).state();
            // When
            List<Object> results = atOnce(instance -> () -> {
                int wanted = instances.indexOf(instance) + 1;
                int other = wanted == seen.active() ? INSTANCES + 1 : wanted;
                try {
                    return instance.control.promote(answer(other, seen.revision()), Safety.NONE, ANN);
                } catch (LlmException e) {
                    return e.errorClass();
                }
            });
            // Then
            TaskState now = instances.get(0).state();
            assertThat(now.revision()).isEqualTo(seen.revision() + 1);
            assertThat(results).containsOnlyOnce(now);
            assertThat(results).filteredOn(ErrorClass.CONFLICT::equals).hasSize(INSTANCES - 1);
        }
        assertConsistent(INSTANCES + 1 + ROUNDS);
    }

    private void start(TestDatabase database) {
        IntStream.range(0, INSTANCES).forEach(number -> instances.add(Instance.on(database)));
    }

    /** The history has every revision once, each leads on from the one before, and the last is the state. */
    private void assertConsistent(int revisions) throws Exception {
        TaskState state = instances.get(0).state();
        List<VersionEvent> history = instances.get(0).control.history("answer", 1000);
        assertThat(state.revision()).isEqualTo(revisions);
        assertThat(history).hasSize(revisions);
        assertThat(history.get(0).to()).isEqualTo(state.active());
        for (int index = 0; index < history.size() - 1; index++) {
            assertThat(history.get(index).revision()).isEqualTo(revisions - index);
            assertThat(history.get(index).from())
                    .isEqualTo(history.get(index + 1).to());
        }
    }

    @FunctionalInterface
    private interface Deeds<T> {
        Callable<T> of(Instance instance);
    }

    private <T> List<T> atOnce(Deeds<T> deeds) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(INSTANCES);
        List<Future<T>> running = new ArrayList<>();
        for (Instance instance : instances) {
            running.add(threads.submit(() -> {
                barrier.await();
                return deeds.of(instance).call();
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> each : running) {
            results.add(each.get());
        }
        return results;
    }
}
