/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.Map;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.reload.RouteDeployer;
import dev.serai.gateway.reload.version.ServedVersion;
import dev.serai.gateway.reload.version.Serving;
import dev.serai.gateway.reload.version.TaskTexts;
import dev.serai.gateway.reload.version.VersionBook;

import static dev.serai.gateway.version.Instance.ANN;
import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("Q4: what files do to the versions of a task")
class FileVersionsTest extends DatabaseTest {
    private static final String FILE = "routes/tasks/answer.yaml";

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: an edit serves at once; the same edit that reaches another instance later is no news")
    void promotes(String kind, TestDatabase database) throws Exception {
        try (Instance instance = Instance.on(database)) {
            FileVersions one = files(instance, "auto");
            FileVersions two = files(instance, "auto");
            // When
            start(one, "text 1");
            start(two, "text 1");
            // Then
            assertThat(number(edit(one, "text 2").active())).isEqualTo(2);
            assertThat(number(edit(one, "text 3").active())).isEqualTo(3);
            assertThat(number(edit(two, "text 2").active())).isEqualTo(3);
            assertThat(number(edit(two, "text 3").active())).isEqualTo(3);
            assertThat(instance.control.history("answer", 10)).hasSize(3);
            assertThat(instance.store.find("answer", 2).profileVersion()).isEqualTo("profile of text 2");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a file that goes back to older content is a rollback, with the file as who and why")
    void goesBack(String kind, TestDatabase database) throws Exception {
        try (Instance instance = Instance.on(database)) {
            // Given
            FileVersions one = files(instance, "auto");
            start(one, "text 1");
            edit(one, "text 2");
            // When
            Serving serving = edit(one, "text 1");
            // Then
            assertThat(number(serving.active())).isEqualTo(1);
            VersionEvent last = instance.control.history("answer", 1).get(0);
            assertThat(last.action()).isEqualTo(VersionEvent.Action.ROLLBACK);
            assertThat(last.deed()).isEqualTo(new Deed("file", FILE));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: an edit that was taken back and is made again serves again, unless the fleet has moved on since")
    void goesForwardAgain(String kind, TestDatabase database) throws Exception {
        try (Instance instance = Instance.on(database)) {
            // Given
            FileVersions one = files(instance, "auto");
            FileVersions two = files(instance, "auto");
            start(one, "text 1");
            start(two, "text 1");
            edit(one, "text 2");
            edit(one, "text 1");
            // When
            Serving again = edit(one, "text 2");
            // Then
            assertThat(number(again.active())).isEqualTo(2);
            assertThat(instance.control.history("answer", 1).get(0).action()).isEqualTo(VersionEvent.Action.PROMOTE);
            // When
            instance.control.rollBack("answer", null, ANN);
            // Then: the same edit, late
            assertThat(number(edit(two, "text 2").active())).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: a start with known content serves what was agreed on, a rollout too; with new content, that")
    void starts(String kind, TestDatabase database) throws Exception {
        try (Instance instance = Instance.on(database)) {
            // Given
            start(files(instance, "auto"), "text 1");
            start(files(instance, "auto"), "text 2");
            instance.control.rollBack("answer", null, ANN);
            instance.control.rollOut(Instance.answer(2), 25, Safety.NONE, ANN);
            // When
            Serving known = start(files(instance, "auto"), "text 2");
            // Then
            assertThat(number(known.active())).isEqualTo(1);
            assertThat(known.active().texts()).isEqualTo(texts("text 1"));
            assertThat(known.active().id())
                    .isEqualTo(instance.store.find("answer", 1).id());
            assertThat(number(known.candidate())).isEqualTo(2);
            assertThat(known.choice().isCandidate("answer", "shop")).isEqualTo(Cohort.of("answer", "shop") < 2500);
            // When
            Serving unknown = start(files(instance, "auto"), "text 3");
            // Then
            assertThat(number(unknown.active())).isEqualTo(3);
            assertThat(unknown.candidate()).isNull();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("Q4: with promote: manual only the first version serves by itself, and a revert changes nothing")
    void waits(String kind, TestDatabase database) throws Exception {
        try (Instance instance = Instance.on(database)) {
            // Given
            FileVersions one = files(instance, "manual");
            // When
            start(one, "text 1");
            Serving second = edit(one, "text 2");
            // Then
            assertThat(number(second.active())).isEqualTo(1);
            assertThat(instance.store.all("answer")).hasSize(2);
            // When
            instance.control.promote(Instance.answer(2), Safety.NONE, ANN);
            // Then
            assertThat(number(edit(one, "text 1").active())).isEqualTo(2);
        }
    }

    private static FileVersions files(Instance instance, String promote) {
        return new FileVersions(
                instance.control,
                instance.store,
                Instance.SETTINGS,
                new StaticListableBeanFactory().getBeanProvider(RouteDeployer.class),
                promote);
    }

    private static Serving start(FileVersions files, String text) {
        return files.contributed(texts(text), "profile of " + text, VersionBook.Origin.file(FILE, true));
    }

    private static Serving edit(FileVersions files, String text) {
        return files.contributed(texts(text), "profile of " + text, VersionBook.Origin.file(FILE, false));
    }

    private static int number(ServedVersion version) {
        return Version.sequence(version.id());
    }

    private static TaskTexts texts(String text) {
        return Instance.texts(FILE, Map.of(FILE, text));
    }
}
