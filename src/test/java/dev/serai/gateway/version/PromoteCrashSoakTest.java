/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("soak")
@DisplayName("Q4: a process that is killed in the middle of promotes")
class PromoteCrashSoakTest extends DatabaseTest {
    private static final int KILLS = 5;
    private static final Duration START = Duration.ofSeconds(90);

    @TempDir
    Path outputs;

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName(
            "Q4: after kill -9 one version is active, the recorded one; what was acknowledged is there, the history is whole")
    void leavesAllOrNothing(String kind, TestDatabase database) throws Exception {
        try (Instance instance = Instance.on(database)) {
            instance.publish(3);
        }
        Random random = new Random(20261130);
        for (int kill = 1; kill <= KILLS; kill++) {
            // When
            Path output = outputs.resolve("kill-" + kill);
            killDuringPromotes(database, output, random.nextInt(400));
            // Then
            String[] acknowledged = lastLine(output).split(" ");
            try (Instance instance = Instance.on(database)) {
                assertWhole(instance, Long.parseLong(acknowledged[1]), Integer.parseInt(acknowledged[2]));
            }
        }
    }

    private static void killDuringPromotes(TestDatabase database, Path output, int millis) throws Exception {
        Process process = PromoteLoop.start(database, output);
        try {
            Awaitility.await("promotes")
                    .atMost(START)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> lines(output).size() > 3);
            // the moment of the kill is what is random here; nothing is waited for
            process.waitFor(millis, TimeUnit.MILLISECONDS);
            assertThat(process.isAlive()).as(() -> output.toString()).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static void assertWhole(Instance instance, long revision, int active) throws Exception {
        TaskState state = instance.state();
        List<VersionEvent> history = instance.control.history("answer", 100_000);
        assertThat(state.revision()).as("what was acknowledged, or one more").isBetween(revision, revision + 1);
        assertThat(history.get((int) (state.revision() - revision)).to()).isEqualTo(active);
        assertThat(history).hasSize((int) state.revision());
        assertThat(history.get(0).to()).isEqualTo(state.active());
        assertThat(state.watch().id()).isEqualTo(state.revision());
        for (int index = 0; index < history.size() - 1; index++) {
            assertThat(history.get(index).revision()).isEqualTo(state.revision() - index);
            assertThat(history.get(index).from())
                    .isEqualTo(history.get(index + 1).to());
        }
    }

    /** Complete lines only. */
    private static List<String> lines(Path output) throws Exception {
        String text = Files.readString(output);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith("promoted "))
                .toList();
    }

    private static String lastLine(Path output) throws Exception {
        List<String> lines = lines(output);
        return lines.get(lines.size() - 1);
    }
}
