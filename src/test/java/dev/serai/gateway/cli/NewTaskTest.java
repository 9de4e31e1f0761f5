/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code serai new task}: a file to begin with (C1, C2). */
class NewTaskTest {
    @TempDir
    Path folder;

    @BeforeEach
    void shippedFiles() throws IOException {
        for (String tree : new String[] {"routes", "config"}) {
            try (var files = Files.walk(Path.of(tree))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.createDirectories(folder.resolve(file).getParent());
                    Files.copy(file, folder.resolve(file));
                }
            }
        }
    }

    @Test
    @DisplayName("C1: the file passes the check as it is, with and without named deployments")
    void whatItWritesIsRight() throws IOException {
        // When
        Run named = newTask("answer-invoice", "--deployments", "sim-quick,sim-chat", "--owner", "billing-team");
        Run unnamed = newTask("answer-more");
        Run check = Run.of("check", folder.toString());
        // Then
        assertThat(named.code()).isZero();
        assertThat(unnamed.code()).isZero();
        assertThat(check.out()).contains("no problems");
        assertThat(folder.resolve("routes/tasks/answer-invoice.yaml"))
                .content()
                .contains("uri: task:answer-invoice", "deployments: sim-quick,sim-chat", "owner: billing-team")
                .doesNotContain("${");
        assertThat(folder.resolve("routes/tasks/answer-more.yaml"))
                .content()
                .contains("deployments: sim-chat,sim-quick");
    }

    @Test
    @DisplayName("C1: a file that is there stays as it is")
    void overwritesNothing() throws IOException {
        // Given
        Path file = folder.resolve("routes/tasks/support-answer.yaml");
        String before = Files.readString(file);
        // When
        Run run = newTask("support-answer");
        // Then
        assertThat(run.code()).isOne();
        assertThat(run.err()).contains("exists already");
        assertThat(file).hasContent(before);
    }

    @Test
    @DisplayName("C4: a wrong name, and a deployment that does not exist: exit code 2, what to do, and no file")
    void refusesWrongNames() throws IOException {
        // When
        Run name = newTask("Answer_Invoice");
        Run deployment = newTask("answer-invoice", "--deployments", "sim-quik");
        // Then
        assertThat(name.code()).isEqualTo(2);
        assertThat(name.err()).contains("Answer_Invoice");
        assertThat(deployment.code()).isEqualTo(2);
        assertThat(deployment.err()).contains("there is no deployment 'sim-quik': did you mean 'sim-quick'?");
        assertThat(folder.resolve("routes/tasks/answer-invoice.yaml")).doesNotExist();
    }

    private Run newTask(String... arguments) {
        String[] all = new String[arguments.length + 4];
        System.arraycopy(new String[] {"new", "task", "--dir", folder.toString()}, 0, all, 0, 4);
        System.arraycopy(arguments, 0, all, 4, arguments.length);
        return Run.of(all);
    }
}
