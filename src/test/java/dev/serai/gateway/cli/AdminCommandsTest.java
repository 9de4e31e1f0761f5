/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.serai.gateway.GatewayUnderTest;
import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands over the admin API, against a gateway (J4, K4, S1). */
class AdminCommandsTest {
    private static final String KEY = "sk-serai-operator-of-the-command-tests-00000000000000";

    @TempDir
    Path folder;

    private GatewayUnderTest gateway;
    private Path keyFile;

    @BeforeEach
    void nothingSwitchedOff() throws Exception {
        gateway = GatewayUnderTest.builder()
                .file("config/callers.yaml", callers())
                .deployment("one", "llm:sim/quick")
                .deployment("two", "llm:sim/quick")
                .task("both", "one,two")
                .property("serai.jms.enabled", "false")
                .shared();
        keyFile = Files.writeString(folder.resolve("key"), KEY + "\n");
        serai("breaker", "one", "reset");
        serai("unkill", "task", "both");
    }

    @Test
    @DisplayName("J4: breakers are a table, with a heading and a line for each deployment")
    void showsBreakers() {
        // When
        Run run = serai("breakers");
        // Then
        assertThat(run.code()).isZero();
        assertThat(run.out().lines().findFirst().orElseThrow())
                .matches("DEPLOYMENT\\s+PROVIDER\\s+STATE\\s+CALLS\\s+FAILED\\s+RETRY AT");
        assertThat(run.out().lines()).anyMatch(line -> line.matches("one\\s+sim\\s+closed\\s+0\\s+0\\s+-"));
    }

    @Test
    @DisplayName("J4: a breaker is forced open and reset, and --json is the API's own answer")
    void changesABreaker() throws IOException {
        // When
        Run forced = serai("breaker", "one", "force-open", "--reason", "a drill");
        Run shown = serai("breaker", "one", "--json");
        Run reset = serai("breaker", "one", "reset");
        // Then
        assertThat(forced.out()).contains("forced_open");
        assertThat(Json.MAPPER.readTree(shown.out()).path("state").textValue()).isEqualTo("forced_open");
        assertThat(reset.out()).contains("closed");
    }

    @Test
    @DisplayName("K4: a kill switch is set, listed with who and why, and taken back")
    void killsAndUnkills() {
        // When
        Run kill = serai("kill", "task", "both", "--reason", "incident 4711");
        Run listed = serai("kill-switches");
        Run unkill = serai("unkill", "task", "both");
        Run afterwards = serai("kill-switches");
        // Then
        assertThat(kill.code()).isZero();
        assertThat(listed.out()).containsPattern("task\\s+both\\s+true\\s+ops\\s+\\S+\\s+incident 4711");
        assertThat(unkill.code()).isZero();
        assertThat(afterwards.out()).isEqualTo("nothing is switched off\n");
    }

    @Test
    @DisplayName("J4: headroom and drills are tables too")
    void showsCapacity() {
        // When
        Run headroom = serai("headroom");
        Run faults = serai("faults");
        // Then
        assertThat(headroom.out()).contains("TASK", "VERDICT").containsPattern("both\\s+\\w+");
        assertThat(faults.out()).isEqualTo("no drill is under way\n");
    }

    @Test
    @DisplayName("S1: what the API refuses is told in its own words, with exit code 1")
    void tellsRefusals() throws IOException {
        // When
        Run unknown = serai("breaker", "on");
        Files.writeString(keyFile, gateway.key());
        Run notAllowed = serai("breakers");
        // Then
        assertThat(unknown.code()).isOne();
        assertThat(unknown.err()).contains("There is no deployment 'on'").doesNotContain("\tat ");
        assertThat(notAllowed.code()).isOne();
        assertThat(notAllowed.err()).contains("needs the permission 'admin'");
    }

    @Test
    @DisplayName("S1: without a gateway, or without a key, it says so and what to do")
    void tellsWhatIsMissing() {
        // When
        Run nobody = Run.of("breakers", "--url", "http://localhost:1", "--key-file", keyFile.toString());
        Run noKey = Run.of("breakers", "--key-file", folder.resolve("nothing").toString());
        // Then
        assertThat(nobody.code()).isOne();
        assertThat(nobody.err()).contains("no gateway answers at http://localhost:1", "--url");
        assertThat(noKey.code()).isEqualTo(2);
        assertThat(noKey.err()).contains("SERAI_KEY");
    }

    private Run serai(String... arguments) {
        return Run.of(Stream.concat(
                        Stream.of(arguments),
                        Stream.of("--url", gateway.baseUrl().toString(), "--key-file", keyFile.toString()))
                .toArray(String[]::new));
    }

    private static String callers() throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(KEY.getBytes(StandardCharsets.UTF_8));
        return """
                callers:
                  first-run:
                    keyFile: data/first-run-key
                    organisation: local
                    team: local
                    feature: tests
                    permissions: [diagnose, pin]
                    dataClasses: [public, internal]
                  ops:
                    keyHash: sha256:%s
                    organisation: local
                    team: local
                    feature: tests
                    permissions: [admin]
                    dataClasses: [public, internal]
                """.formatted(HexFormat.of().formatHex(hash));
    }
}
