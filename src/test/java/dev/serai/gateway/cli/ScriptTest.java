/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The script {@code ./serai} itself, as far as it comes without the jar. */
class ScriptTest {
    @Test
    @DisplayName("Q3: without the jar the script says how to get one")
    void saysWhatIsMissing() throws Exception {
        // When
        Run run = script(Map.of("SERAI_JAR", "/nowhere/serai-gateway.jar"), "check");
        // Then
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("there is no /nowhere/serai-gateway.jar", "mvn package -Dquick", "SERAI_JAR")
                .hasLineCount(1);
    }

    static Run script(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(
                List.of(Path.of("serai").toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out, err);
    }
}
