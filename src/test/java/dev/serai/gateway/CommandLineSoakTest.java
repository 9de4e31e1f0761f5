/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code ./serai} as people run it: the script, the built jar, and a gateway in a process of its own (Q3, S1). */
@Tag("soak")
class CommandLineSoakTest {
    private static final String CALLERS = """
            callers:
              first-run:
                keyFile: data/first-run-key
                organisation: local
                team: local
                feature: tests
                permissions: [admin]
                dataClasses: [public, internal]
            """;

    @TempDir
    Path folder;

    @Test
    @DisplayName("Q3: a folder is written to, checked, broken and checked again, without a gateway")
    void checks() throws Exception {
        // Given
        assumeJar();
        for (String tree : new String[] {"routes", "config"}) {
            GatewayHome.copy(Path.of(tree), folder.resolve(tree));
        }
        // When
        Ended written = serai(Map.of(), "new", "task", "answer-invoice", "--dir", folder.toString());
        Ended right = serai(Map.of(), "check", folder.toString());
        Path task = folder.resolve("routes/tasks/answer-invoice.yaml");
        Files.writeString(task, Files.readString(task).replace("deadline:", "deadlin:"));
        Ended wrong = serai(Map.of(), "check", folder.toString());
        // Then
        assertThat(written.code()).as(written.err()).isZero();
        assertThat(right.code()).as(right.out()).isZero();
        assertThat(right.out()).contains("no problems").hasLineCount(1);
        assertThat(wrong.code()).isOne();
        assertThat(wrong.out())
                .contains("answer-invoice.yaml:", "did you mean 'deadline'?")
                .hasLineCount(1);
        assertThat(right.err() + wrong.err()).isEmpty();
    }

    @Test
    @DisplayName("S1: for a gateway on this machine the key is found in its home")
    void asksAGateway() throws Exception {
        // Given
        assumeJar();
        GatewayUnderTest.Builder setup = GatewayUnderTest.builder().file("config/callers.yaml", CALLERS);
        try (JarUnderTest gateway = JarUnderTest.start(setup)) {
            Map<String, String> environment = Map.of(
                    "SERAI_URL",
                    gateway.baseUrl().toString(),
                    "SERAI_HOME",
                    gateway.home().toString(),
                    "SERAI_KEY",
                    "");
            // When
            Ended breakers = serai(environment, "breakers");
            Ended forced = serai(environment, "breaker", "sim-chat", "force-open", "--reason", "a drill");
            // Then
            assertThat(breakers.code()).as(breakers.err()).isZero();
            assertThat(breakers.err()).isEmpty();
            assertThat(breakers.out()).contains("DEPLOYMENT", "sim-chat", "sim-quick");
            assertThat(forced.out()).contains("forced_open");
        }
    }

    private record Ended(int code, String out, String err) {}

    private static Ended serai(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(Path.of("serai").toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, err);
    }

    private static void assumeJar() {
        Assumptions.assumeTrue(
                Files.isRegularFile(Path.of("processors/target/serai-gateway.jar")), "the jar is not built");
    }
}
