/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("T1: a start that fails on the database says what to mend")
class DatabaseStartTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("T1: a second Serai with the same home is refused, and the first one serves on")
    void oneProcessForEachHome() throws Exception {
        // Given
        GatewayUnderTest gateway = GatewayUnderTest.builder().shared();
        // When
        String output = start("--serai.home=" + gateway.home());
        // Then
        assertThat(output)
                .contains("another Serai runs with the same home")
                .contains("a home of its own")
                .doesNotContain("\tat ");
        assertThat(new GatewayClient(gateway.baseUrl(), gateway.key())
                        .get("/actuator/health")
                        .status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("T1: a PostgreSQL that is not there is named as the cause")
    void namesTheDatabase() throws Exception {
        // Given
        Path home = GatewayUnderTest.builder().home();
        try {
            // When
            String output =
                    start("--serai.home=" + home, "--spring.datasource.url=jdbc:postgresql://localhost:1/serai");
            // Then
            assertThat(output)
                    .contains("The database cannot be reached")
                    .contains("spring.datasource.url")
                    .doesNotContain("\tat ");
        } finally {
            GatewayHome.delete(home);
        }
    }

    private String start(String... arguments) throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SeraiApplication.class.getName(),
                "--server.port=0");
        builder.command().addAll(List.of(arguments));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES))
                    .as("it ends by itself")
                    .isTrue();
            assertThat(process.exitValue()).isNotZero();
        } finally {
            process.destroyForcibly().waitFor();
        }
        return Files.readString(output);
    }
}
