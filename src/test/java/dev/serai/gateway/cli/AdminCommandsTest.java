/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands over the admin API, against a gateway (J4, K4, S1). */
class AdminCommandsTest extends CommandBed {
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
    @DisplayName("K2: places are a table of the instance and its deployments, and below it what the limit follows")
    void showsOverload() {
        // When
        Run overload = serai("overload");
        // Then
        assertThat(overload.code()).isZero();
        assertThat(overload.out().lines().findFirst().orElseThrow())
                .matches("OF\\s+LIMIT\\s+IN USE\\s+WAITING\\s+BY TENANT");
        assertThat(overload.out())
                .containsPattern("(?m)^this instance\\s+\\d+\\s+0\\s+0\\s+\\{}$")
                .containsPattern("(?m)^one\\s+64\\s+0\\s+0\\s+\\{}$")
                .containsPattern("It runs \\d+ ms late; \\d+ % of its heap");
    }

    @Test
    @DisplayName("K1: limits are a table")
    void showsQuotas() {
        // When
        Run quotas = serai("quotas");
        // Then
        assertThat(quotas.out().lines().findFirst().orElseThrow())
                .matches("OF\\s+NAME\\s+LIMIT\\s+PER MINUTE\\s+AT ONCE\\s+LEFT\\s+UNRESERVED");
        assertThat(quotas.out().lines())
                .anyMatch(line -> line.matches("deployment\\s+gpt-mini\\s+requests\\s+500\\s+16\\s+16\\s+400"));
    }

    @Test
    @DisplayName("Q4: versions of a task are listed, compared, promoted, rolled out and rolled back")
    void changesVersions() throws Exception {
        // Given
        Path route = gateway.home().resolve("routes/tasks/versioned.yaml");
        Files.writeString(route, task("versioned", "one"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> serai("routes").out().lines().anyMatch(line -> line.matches("versioned\\s+v1-.*")));
        Files.writeString(route, task("versioned", "two"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> serai("routes").out().lines().anyMatch(line -> line.matches("versioned\\s+v2-.*")));
        // When
        Run versions = serai("versions", "versioned");
        Run diff = serai("diff", "versioned", "1", "2");
        Run back = serai("rollback", "versioned", "--reason", "too long");
        Run share = serai("rollout", "versioned", "2", "25");
        Run ended = serai("end-rollout", "versioned");
        Run forward = serai("promote", "versioned", "2", "--roll-back-after", "2h");
        Run confirmed = serai("confirm", "versioned");
        Run history = serai("history", "versioned");
        // Then
        assertThat(versions.out().lines()).anyMatch(line -> line.matches("2\\s+v2-\\w+\\s+active\\s.*"));
        assertThat(diff.out().lines()).anyMatch(line -> line.matches("-\\s+deployments: one"));
        assertThat(back.out()).containsPattern("versioned\\s+1\\s");
        assertThat(share.out()).containsPattern("versioned\\s+1\\s+2\\s+25[.]0");
        assertThat(ended.out()).containsPattern("versioned\\s+1\\s+-");
        assertThat(forward.out()).containsPattern("versioned\\s+2\\s+-\\s+-\\s+20");
        assertThat(confirmed.code()).isZero();
        assertThat(history.out())
                .contains("confirm", "promote", "end-rollout", "rollout", "rollback", "too long", "file");
    }

    @Test
    @DisplayName("Q3: a file that is wrong is told with its line; all is well after it is right again")
    void showsReloadErrors() throws Exception {
        // Given
        Path route = gateway.home().resolve("routes/tasks/wrong.yaml");
        Run before = serai("reload-errors");
        Files.writeString(route, task("wrong", "nobody"));
        // When
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> serai("reload-errors").out().contains("nobody"));
        Run routes = serai("routes");
        Files.delete(route);
        // Then
        assertThat(before.out()).isEqualTo("all files are in force\n");
        assertThat(routes.out()).containsPattern("wrong[.]yaml\\s+\\d+\\s+there is no deployment 'nobody'");
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> serai("reload-errors").out().contains("all files are in force"));
    }

    @Test
    @DisplayName("B2: a key is made and shown once, rotated with a grace, revoked, and listed without itself")
    void changesKeys() {
        // When
        Run made = serai("keys", "create", "first-run", "--reason", "a new service");
        String key = made.out().lines().findFirst().orElseThrow();
        String id = made.out().replaceAll("(?s).*Its id is (\\w+).*", "$1");
        Run revoked = serai("keys", "revoke", "first-run", id);
        Run rotated = serai("keys", "rotate", "first-run", "--grace", "1h");
        Run listed = serai("keys");
        // Then
        assertThat(key).startsWith("sk-serai-");
        assertThat(revoked.out()).isEqualTo("The key " + id + " is revoked.\n");
        assertThat(rotated.out()).contains("works until");
        assertThat(listed.out())
                .containsPattern("first-run\\s+" + id + "\\s.*revoked")
                .doesNotContain(key);
        assertThat(serai("keys", "revoke", "first-run", "none").code()).isOne();
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

    private static String task(String name, String deployment) {
        return """
                - route:
                    id: %1$s
                    from:
                      uri: task:%1$s
                      parameters:
                        owner: tests
                      steps:
                        - to:
                            uri: kamelet:fallback
                            parameters:
                              deployments: %2$s
                """.formatted(name, deployment);
    }
}
