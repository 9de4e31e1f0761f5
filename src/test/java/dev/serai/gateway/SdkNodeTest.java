/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The vendors' Node SDKs, from the npm registry, against every provider; the statements are in {@code src/test/node}.
 * Needs npm, so it is not in {@code mvn verify}: run {@code mvn test -Pnode -Dtest='SdkNodeTest'}.
 */
@Tag("node")
@DisplayName("A6, E2, E3: the vendors' Node SDKs")
class SdkNodeTest {
    private static final Path SOURCES = GatewayHome.repository().resolve("src/test/node");
    private static final Path WORK = GatewayHome.repository().resolve("processors/target/node");
    private static final long INSTALL_MINUTES = 5;
    private static final long RUN_MINUTES = 5;

    @BeforeAll
    static void install() throws Exception {
        Files.createDirectories(WORK);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(SOURCES, "*.{json,mjs}")) {
            for (Path file : files) {
                Files.copy(file, WORK.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        run("install.log", INSTALL_MINUTES, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "anthropic", "google"})
    void worksWithItsBaseUrlAndKeyChangedOnly(String vendor) throws Exception {
        // When
        String output = run(vendor + ".log", RUN_MINUTES, "node", "--test", vendor + ".test.mjs");
        // Then
        int perProvider = SdkProviders.all().toList().size();
        assertThat(output).containsPattern("(?m)^\\S+ fail 0$");
        assertThat(count(output, "pass")).isGreaterThan(5 * perProvider);
        System.out.println("Node SDK of " + vendor + ": " + count(output, "pass") + " statements hold");
    }

    private static int count(String output, String outcome) {
        return output.lines()
                .filter(line -> line.matches("\\S+ " + outcome + " \\d+"))
                .mapToInt(line -> Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Runs a command to its end and returns what it printed. */
    private static String run(String log, long minutes, String... command) throws IOException, InterruptedException {
        GatewayUnderTest gateway = DoorGateway.shared();
        Path output = WORK.resolve(log);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(WORK.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("SERAI_URL", gateway.baseUrl().toString());
        builder.environment().put("SERAI_KEY", gateway.key());
        builder.environment()
                .put(
                        "SERAI_TASKS",
                        SdkProviders.all().map(SdkProviders.Served::task).collect(Collectors.joining(",")));
        Process process = builder.start();
        assertThat(process.waitFor(minutes, TimeUnit.MINUTES))
                .as("%s ends", String.join(" ", command))
                .isTrue();
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
