/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.version.VersionEvent.Action;

import static dev.serai.gateway.version.Instance.ANN;
import static dev.serai.gateway.version.Instance.answer;
import static dev.serai.gateway.version.Instance.draft;
import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("Q4: a version that does worse than the one before is taken back")
class RollbackWatchTest extends DatabaseTest {
    private static final Safety SAFETY = Instance.SETTINGS.safety();

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: the failures of a candidate on two instances add up, and exactly one of them ends the rollout")
    void addsUp(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database);
                Instance two = Instance.on(database)) {
            // Given
            one.publish(1);
            one.store.record(draft("text 2"), ANN);
            one.control.rollOut(answer(2), 10, SAFETY, ANN);
            look(one, two);
            // When
            calls(one, 2, 24, 6);
            calls(two, 2, 25, 6);
            calls(one, 1, 500, 5);
            look(one, two, one);
            // Then
            assertThat(one.state().rollout()).as("49 calls are too few").isEqualTo(new Rollout(2, 1000));
            // When
            calls(two, 2, 1, 1);
            look(two, one, two);
            // Then
            assertThat(one.state())
                    .extracting(TaskState::active, TaskState::rollout, TaskState::watch)
                    .containsExactly(1, null, null);
            List<VersionEvent> history = one.control.history("answer", 10);
            assertThat(history).hasSize(3);
            assertThat(history.get(0))
                    .extracting(VersionEvent::action, VersionEvent::from, VersionEvent::to, VersionEvent::deed)
                    .containsExactly(
                            Action.ROLLBACK,
                            2,
                            1,
                            new Deed(
                                    RollbackWatch.WHO,
                                    "errors: 26.0 % of 50 calls, against 1.0 % of 500 before; the margin is 10.0 points"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a promoted version is measured against how the one before did until then")
    void comparesWithBefore(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.publish(1);
            look(one);
            calls(one, 1, 100, 30);
            one.control.publish(draft("text 2"), SAFETY, ANN);
            look(one);
            // When
            calls(one, 2, 100, 39);
            look(one);
            // Then
            assertThat(one.state().active()).as("39 % against 30 %").isEqualTo(2);
            // When
            calls(one, 2, 100, 45);
            look(one);
            // Then
            assertThat(one.state().active()).as("42 % against 30 %").isEqualTo(1);
            assertThat(one.state().watch())
                    .as("what is gone back to is not watched")
                    .isNull();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a version that is promoted once more starts anew, and after the window nothing is taken back")
    void startsAnew(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.publish(1);
            one.control.publish(draft("text 2"), SAFETY, ANN);
            look(one);
            calls(one, 2, 100, 100);
            look(one);
            assertThat(one.state().active()).isEqualTo(1);
            // When
            one.control.promote(answer(2), SAFETY, ANN);
            look(one);
            look(one);
            // Then
            assertThat(one.state().active()).isEqualTo(2);
            // When
            one.control.promote(answer(1), SAFETY, ANN);
            one.control.promote(answer(2), new Safety(SAFETY.rule(), Duration.ZERO, null), ANN);
            look(one);
            calls(one, 2, 100, 100);
            look(one);
            // Then
            assertThat(one.state().active()).isEqualTo(2);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a version gives way at its time, unless somebody has confirmed it")
    void givesWayAtItsTime(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.publish(1);
            Instant soon = Instant.now().plusMillis(300).truncatedTo(ChronoUnit.MILLIS);
            one.control.publish(draft("text 2"), revertingAt(soon), ANN);
            // Then
            Awaitility.await("a rollback").atMost(Duration.ofSeconds(20)).until(() -> {
                look(one);
                return one.state().active() == 1;
            });
            assertThat(one.control.history("answer", 1).get(0).deed().why()).isEqualTo("not confirmed until " + soon);
            // When
            one.control.promote(answer(2), revertingAt(Instant.now().plusSeconds(60)), ANN);
            one.control.confirm("answer", null, ANN);
            // Then
            assertThat(one.state().revertAt()).isNull();
            // When
            one.control.rollBack("answer", null, ANN);
            one.control.rollOut(answer(2), 50, revertingAt(Instant.now().minusSeconds(1)), ANN);
            look(one);
            // Then
            assertThat(one.state())
                    .extracting(TaskState::active, TaskState::rollout)
                    .containsExactly(1, null);
        }
    }

    private static void look(Instance... instances) {
        for (Instance each : instances) {
            each.active.compare();
            each.rollbacks.look(each.active.known().values());
        }
    }

    private static void calls(Instance instance, int version, int count, int errors) {
        for (int call = 0; call < count; call++) {
            instance.counts.ended("answer", version, call < errors ? Fault.ERROR : Fault.NONE);
        }
    }

    private static Safety revertingAt(Instant time) {
        return new Safety(null, Duration.ZERO, time);
    }
}
