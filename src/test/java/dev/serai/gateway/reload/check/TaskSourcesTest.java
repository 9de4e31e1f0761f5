/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.serai.gateway.task.TaskSource;

import static org.assertj.core.api.Assertions.assertThat;

class TaskSourcesTest {
    @TempDir
    Path folder;

    private RouteHome home;
    private TaskSource before;

    @BeforeEach
    void makeATask() {
        home = new RouteHome(folder);
        home.task("prompt: config/prompt.md", "- to: kamelet:fallback?deployments=one,two");
        before = source();
    }

    @Test
    void theVersionIsAShortHash() {
        assertThat(before.version()).matches("[0-9a-f]{12}");
        assertThat(source()).isEqualTo(before);
    }

    @Test
    void aCommentChangesTheVersionOnly() {
        edit("owner: me", "owner: me   # that is me");

        assertThat(source().version()).isNotEqualTo(before.version());
        assertThat(source().flow()).isEqualTo(before.flow());
    }

    @Test
    void soDoesADescription() {
        edit("id: t", "id: t\n    description: words");

        assertThat(source().version()).isNotEqualTo(before.version());
        assertThat(source().flow()).isEqualTo(before.flow());
    }

    @Test
    void theDeploymentsAreThoseThatItNamesInOrder() {
        assertThat(before.deployments()).containsExactly("one", "two");

        edit(
                "- to: kamelet:fallback?deployments=one,two",
                "- to: deployment:two\n        - to: kamelet:fallback?deployments=one,two");

        assertThat(source().deployments()).containsExactly("two", "one");
    }

    @Test
    void theOrderOfModelsChangesBoth() {
        edit("one,two", "two,one");

        assertThat(source().version()).isNotEqualTo(before.version());
        assertThat(source().flow()).isNotEqualTo(before.flow());
    }

    @Test
    void aPatternThatItUsesChangesWhatItDoes() {
        String pattern = "routes/patterns/fallback.kamelet.yaml";
        home.write(pattern, home.read(pattern) + "# a comment\n");
        assertThat(source().version()).isNotEqualTo(before.version());
        assertThat(source().flow()).isEqualTo(before.flow());

        home.write(pattern, home.read(pattern).replace("doWhile: true", "doWhile: false"));
        assertThat(source().flow()).isNotEqualTo(before.flow());
    }

    private void edit(String text, String replacement) {
        home.write("routes/tasks/t.yaml", home.read("routes/tasks/t.yaml").replace(text, replacement));
    }

    private TaskSource source() {
        return home.source();
    }
}
