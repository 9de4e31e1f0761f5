/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code serai check}: what it prints, and how it ends (C4, Q3). */
class CheckTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("Q3: the shipped folder: exit code 0, and how many files were looked at")
    void passes() {
        // When
        Run run = Run.of("check");
        // Then
        assertThat(run.code()).isZero();
        assertThat(run.out()).matches("\\d+ files checked, no problems\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    @DisplayName("C4: every problem is a line with file, line, column, reason and hint; exit code 1; the same as JSON")
    void tellsProblems() throws IOException {
        // Given
        mistakes();
        // When
        Run lines = Run.of("check", folder.toString());
        Run asJson = Run.of("check", "--json", folder.toString());
        // Then
        assertThat(lines.code()).isOne();
        assertThat(lines.out().lines())
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith(folder + "/config/callers.yaml:2:3: caller 'a': organisation")
                                .contains(" — "),
                        second -> assertThat(second)
                                .startsWith(folder
                                        + "/routes/tasks/t.yaml:5:48: task 't': deadlin is no parameter of a task"
                                        + " — did you mean 'deadline'?"));
        JsonNode json = Json.MAPPER.readTree(asJson.out());
        assertThat(asJson.code()).isOne();
        assertThat(json.path("problems")).hasSize(2);
        JsonNode problem = json.path("problems").get(1);
        assertThat(problem.path("file").textValue()).isEqualTo(folder + "/routes/tasks/t.yaml");
        assertThat(problem.path("line").intValue()).isEqualTo(5);
        assertThat(problem.path("column").intValue()).isEqualTo(48);
        assertThat(problem.path("problem").textValue()).isEqualTo("task 't': deadlin is no parameter of a task");
        assertThat(problem.path("fix").textValue()).startsWith("did you mean 'deadline'?");
    }

    @Test
    @DisplayName("Q3: what is no folder of Serai's, and an option that does not exist: exit code 2, and what to do")
    void refusesWrongUsage() {
        // When
        Run noFolder = Run.of("check", folder.toString());
        Run noOption = Run.of("check", "--jsn");
        // Then
        assertThat(noFolder.code()).isEqualTo(2);
        assertThat(noFolder.err()).contains("there is no folder " + folder.resolve("routes"), "name the folder");
        assertThat(noOption.code()).isEqualTo(2);
        assertThat(noOption.err()).contains("--jsn");
    }

    private void mistakes() throws IOException {
        Files.createDirectories(folder.resolve("routes/tasks"));
        Files.createDirectories(folder.resolve("config"));
        Files.copy(Path.of("config/deployments.yaml"), folder.resolve("config/deployments.yaml"));
        Files.writeString(folder.resolve("config/callers.yaml"), "callers:\n  a: { team: x }\n");
        Files.writeString(folder.resolve("routes/tasks/t.yaml"), """
                - route:
                    id: t
                    from:
                      uri: task:t
                      parameters: { owner: me, maxAttempts: 1, deadlin: 10s }
                      steps:
                        - to: deployment:sim-chat
                """);
    }
}
