/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.reload.version.TaskTexts;
import dev.serai.gateway.version.VersionEvent.Action;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static dev.serai.gateway.version.Instance.ANN;
import static dev.serai.gateway.version.Instance.BOB;
import static dev.serai.gateway.version.Instance.answer;
import static dev.serai.gateway.version.Instance.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@DisplayName("Q4: versions are kept, promoted, rolled back and rolled out, with who and when")
class VersionControlTest extends DatabaseTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: new content is a new version that serves; known content is no news")
    void publishes(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // When
            VersionStore.Recorded first = one.control.publish(draft("text 1"), Safety.NONE, ANN);
            VersionStore.Recorded second = one.control.publish(draft("text 2"), Safety.NONE, ANN);
            VersionStore.Recorded again = one.control.publish(draft("text 1"), Safety.NONE, BOB);
            // Then
            assertThat(first.isNew()).isTrue();
            assertThat(second.version().sequence()).isEqualTo(2);
            assertThat(second.version().id()).matches("v2-[0-9a-f]{12}");
            assertThat(again).isEqualTo(new VersionStore.Recorded(first.version(), false));
            assertThat(one.state().active()).isEqualTo(2);
            assertThat(one.store.all("answer")).containsExactly(second.version(), first.version());
            assertThat(one.store.texts(first.version()).byName())
                    .containsExactly(Map.entry("routes/tasks/answer.yaml", "text 1"));
            assertThat(one.control.history("answer", 10))
                    .extracting(VersionEvent::action, VersionEvent::from, VersionEvent::to, VersionEvent::deed)
                    .containsExactly(tuple(Action.PROMOTE, 1, 2, ANN), tuple(Action.PROMOTE, null, 1, ANN));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a version that is only recorded waits until it is promoted")
    void recordsACandidate(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.publish(1);
            // When
            one.store.record(draft("text 2"), ANN);
            // Then
            assertThat(one.state().active()).isEqualTo(1);
            assertThat(one.control.promote(answer(2), Safety.NONE, BOB).active())
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a rollback goes to the version before, and further back the next time; or to a named one")
    void rollsBack(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.publish(3);
            // Then
            assertThat(one.control.rollBack("answer", null, ANN).active()).isEqualTo(2);
            assertThat(one.control.rollBack("answer", null, ANN).active()).isEqualTo(1);
            assertConflict(() -> one.control.rollBack("answer", null, ANN), "No version served before version 1");
            assertThat(one.control.rollBack(answer(3), BOB).active()).isEqualTo(3);
            assertThat(one.control.history("answer", 1).get(0))
                    .extracting(VersionEvent::action, VersionEvent::from, VersionEvent::to, VersionEvent::deed)
                    .containsExactly(Action.ROLLBACK, 1, 3, BOB);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: of two operators who act on the same ground, the second is told that it has changed")
    void refusesStaleGround(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database);
                Instance two = Instance.on(database)) {
            // Given
            one.publish(3);
            long seen = one.state().revision();
            // When
            one.control.promote(answer(1, seen), Safety.NONE, ANN);
            // Then
            assertConflict(() -> two.control.promote(answer(2, seen), Safety.NONE, BOB), "has been changed since");
            assertConflict(() -> two.control.endRollout("answer", seen, BOB), "has been changed since");
            assertThat(two.state().active()).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a rollout goes to a share, to another share, and to all or to nobody")
    void rollsOut(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.publish(1);
            one.store.record(draft("text 2"), ANN);
            // When
            TaskState tenth = one.control.rollOut(answer(2), 10, Instance.SETTINGS.safety(), ANN);
            TaskState half = one.control.rollOut(answer(2), 50.25, Instance.SETTINGS.safety(), ANN);
            // Then
            assertThat(tenth.rollout()).isEqualTo(new Rollout(2, 1000));
            assertThat(one.state().rollout().percent()).isEqualTo(50.25);
            assertThat(half.watch()).as("the comparison goes on").isEqualTo(tenth.watch());
            assertThat(one.control.endRollout("answer", half.revision(), BOB).rollout())
                    .isNull();
            assertConflict(() -> one.control.endRollout("answer", null, BOB), "no rollout");
            one.control.rollOut(answer(2), 1, Safety.NONE, ANN);
            assertThat(one.control.promote(answer(2), Safety.NONE, ANN))
                    .extracting(TaskState::active, TaskState::rollout)
                    .containsExactly(2, null);
            assertThat(one.control.history("answer", 10))
                    .extracting(VersionEvent::action, VersionEvent::from, VersionEvent::to, VersionEvent::share)
                    .startsWith(
                            tuple(Action.PROMOTE, 1, 2, null),
                            tuple(Action.ROLLOUT, 1, 2, 100),
                            tuple(Action.END_ROLLOUT, 2, 1, null),
                            tuple(Action.ROLLOUT, 1, 2, 5025),
                            tuple(Action.ROLLOUT, 1, 2, 1000));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: what makes no sense is refused with what to do")
    void refusesNonsense(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.store.record(draft("text 1"), ANN);
            // Then
            assertConflict(() -> one.control.rollOut(answer(1), 10, Safety.NONE, ANN), "promote one first");
            assertConflict(() -> one.control.rollBack("answer", null, ANN), "nothing to roll back");
            one.control.promote(answer(1), Safety.NONE, ANN);
            assertConflict(() -> one.control.promote(answer(1), Safety.NONE, ANN), "serves already");
            assertConflict(() -> one.control.confirm("answer", null, ANN), "waits for a confirmation");
            assertThat(failure(() -> one.control.promote(answer(9), Safety.NONE, ANN))
                            .errorClass())
                    .isEqualTo(ErrorClass.NOT_FOUND);
            assertThat(failure(() -> one.control.state("unknown")).errorClass()).isEqualTo(ErrorClass.NOT_FOUND);
            assertThat(one.control.history("answer", 10))
                    .as("what was refused left no trace")
                    .hasSize(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: what a version keeps comes back from the database as it was")
    void keepsAll(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database);
                Instance two = Instance.on(database)) {
            // Given
            one.publish(1);
            one.store.record(draft("a \"quote\", an ümlaut, 日本語 🙂,\r\n\ttab"), ANN);
            Instant time = Instant.parse("2030-01-02T03:04:05.678901Z");
            RollbackRule rule = new RollbackRule(0.25, 0.125, 7);
            // When
            TaskState made = one.control.promote(answer(2), new Safety(rule, Duration.ofHours(1), time), ANN);
            // Then
            assertThat(two.state()).isEqualTo(made);
            assertThat(made.watch())
                    .isEqualTo(new Watch(2, 2, 1, made.changedAt().plusSeconds(3600), rule));
            assertThat(made.revertAt()).isEqualTo(time);
            assertThat(two.store.texts(two.store.find("answer", 2)).byName().values())
                    .containsExactly("a \"quote\", an ümlaut, 日本語 🙂,\r\n\ttab");
            assertThat(two.control.states()).isEqualTo(List.of(made));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: old versions are removed, those that serve, or may again, never; no number is used twice")
    void prunes(String kind, TestDatabase database) throws Exception {
        VersionSettings few = new VersionSettings(3, 2, true, 0.1, 0.1, 50, Duration.ofMinutes(10));
        try (Instance one = Instance.on(database, few)) {
            // Given
            one.publish(2);
            for (int number = 3; number <= 6; number++) {
                one.store.record(draft("text " + number), ANN);
            }
            // Then
            assertThat(one.store.all("answer")).extracting(Version::sequence).containsExactly(6, 5, 2, 1);
            // When
            for (int number = 7; number <= 10; number++) {
                one.control.publish(draft("text " + number), Safety.NONE, ANN);
            }
            one.control.rollBack("answer", null, ANN);
            one.store.record(draft("text 11"), ANN);
            // Then
            assertThat(one.store.all("answer")).extracting(Version::sequence).containsExactly(11, 10, 9, 8, 6);
            assertThat(one.state().active()).isEqualTo(9);
        }
    }

    @Test
    @DisplayName(
            "C3: the same texts are one version whatever the route's file is called; each other name and text counts")
    void namesContents() {
        TaskTexts texts = Instance.texts("a.yaml", Map.of("a.yaml", "x", "p.md", "y"));

        assertThat(texts.hash())
                .isEqualTo(Instance.texts("b.yaml", Map.of("b.yaml", "x", "p.md", "y"))
                        .hash())
                .isNotEqualTo(Instance.texts("a.yaml", Map.of("a.yaml", "x", "q.md", "y"))
                        .hash())
                .isNotEqualTo(Instance.texts("a.yaml", Map.of("a.yaml", "x", "p.md", "z"))
                        .hash())
                .isNotEqualTo(Instance.texts("a.yaml", Map.of("a.yaml", "z", "p.md", "y"))
                        .hash())
                .isNotEqualTo(Instance.texts("p.md", Map.of("a.yaml", "x", "p.md", "y"))
                        .hash());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a diff says what an operator needs to see")
    void diffs(String kind, TestDatabase database) throws Exception {
        try (Instance one = Instance.on(database)) {
            // Given
            one.store.record(
                    new Draft("p", Instance.texts("a.yaml", Map.of("a.yaml", "one\ntwo\n", "b.md", "x\n"))), ANN);
            one.store.record(new Draft("p", Instance.texts("a.yaml", Map.of("a.yaml", "one\n2\n", "c.md", "y"))), ANN);
            // Then
            assertThat(one.store.diff("answer", 1, 2)).isEqualTo("""
                            --- a/a.yaml
                            +++ b/a.yaml
                            @@ -1,2 +1,2 @@
                             one
                            -two
                            +2
                            --- a/b.md
                            +++ /dev/null
                            @@ -1,1 +0,0 @@
                            -x
                            --- /dev/null
                            +++ b/c.md
                            @@ -0,0 +1,1 @@
                            +y
                            \\ No newline at end of file
                            """);
            assertThat(one.store.diff("answer", 2, 2)).isEmpty();
        }
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.api.Assertions.tuple(values);
    }

    private static LlmException failure(ThrowingCallable call) {
        return catchThrowableOfType(LlmException.class, call);
    }

    private static void assertConflict(ThrowingCallable call, String reason) {
        LlmException failure = failure(call);
        assertThat(failure).as("a refusal").isNotNull();
        assertThat(failure.errorClass()).isEqualTo(ErrorClass.CONFLICT);
        assertThat(failure.code()).isEqualTo("version_conflict");
        assertThat(failure.reason()).contains(reason);
    }
}
