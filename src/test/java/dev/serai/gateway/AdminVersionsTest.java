/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Operators see and change the versions of tasks over HTTP; each test has a task of its own (Q3, Q4, S1). */
class AdminVersionsTest {
    private GatewayUnderTest gateway;
    private AdminClient ops;
    private ReloadBed bed;

    @BeforeEach
    void start() {
        GatewayUnderTest.Builder setup = AdminTest.setup()
                .property("serai.routes.promote", "manual")
                .deployment("passing", "llm:sim/quick?sim.answer=passing");
        for (String task : List.of("seen", "changed", "contested", "wrong", "appointed", "doomed")) {
            setup.task(task, "one");
        }
        gateway = setup.shared();
        ops = new AdminClient(gateway);
        bed = new ReloadBed(gateway);
    }

    @Test
    @DisplayName("Q4: versions are listed, shown with their texts, compared, and what serves is named with who and why")
    void shows() throws Exception {
        // Given
        secondVersion("seen", "two");
        // When
        JsonNode list = ops.get("routes/seen/versions");
        JsonNode second = ops.get("routes/seen/versions/2");
        JsonNode diff = ops.get("routes/seen/diff?from=1&to=2");
        JsonNode route = ops.route("seen");
        JsonNode history = ops.get("routes/seen/history");
        // Then
        assertThat(list.path("versions").findValuesAsText("version")).containsExactly("2", "1");
        assertThat(list.at("/versions/1/serves").textValue()).isEqualTo("active");
        assertThat(list.at("/versions/0/profileVersion").textValue())
                .matches("[0-9a-f]{12}")
                .isNotEqualTo(list.at("/versions/1/profileVersion").textValue());
        assertThat(second.at("/texts/routes~1tasks~1seen.yaml").textValue()).contains("deployments: two");
        assertThat(diff.path("diff").textValue())
                .contains("-              deployments: one", "+              deployments: two");
        assertThat(ops.get("routes/seen/diff"))
                .as("from the active to the latest")
                .isEqualTo(diff);
        assertThat(route.at("/active/version").intValue()).isEqualTo(1);
        assertThat(route.at("/active/by").textValue()).isEqualTo("file");
        assertThat(route.at("/active/id")).isEqualTo(route.at("/here/active")).isEqualTo(list.at("/versions/1/id"));
        assertThat(route.path("versions").intValue()).isEqualTo(2);
        assertThat(route.path("file").textValue()).isEqualTo("routes/tasks/seen.yaml");
        assertThat(history.at("/history/0/action").textValue()).isEqualTo("promote");
        assertThat(history.at("/history/0/why").textValue()).isEqualTo("routes/tasks/seen.yaml");
    }

    @Test
    @DisplayName(
            "Q4 S1: promote, rollout and rollback serve when they are answered, and are in the audit log with before and after")
    void changes() throws Exception {
        // Given
        secondVersion("changed", "two");
        // When
        GatewayClient.Reply promoted =
                ops.ask("POST", "routes/changed/promote", "{\"version\": 2, \"reason\": \"better\"}");
        // Then
        assertThat(promoted.status()).as(promoted.body()).isEqualTo(200);
        assertThat(bed.ask("changed")).isEqualTo("two");
        assertThat(promoted.json().at("/here/active").textValue()).startsWith("v2-");
        JsonNode entry = ops.audit(promoted.requestId());
        assertThat(entry.path("caller").textValue()).isEqualTo("ops");
        assertThat(entry.path("action").textValue()).isEqualTo("version.promote");
        assertThat(entry.path("target").textValue()).isEqualTo("changed");
        assertThat(entry.at("/before/active").intValue()).isEqualTo(1);
        assertThat(entry.at("/after/active").intValue()).isEqualTo(2);
        assertThat(entry.path("reason").textValue()).isEqualTo("better");
        assertThat(ops.route("changed").at("/active/why").textValue()).isEqualTo("better");
        // When
        ops.post("routes/changed/rollback", "{\"reason\": \"not better\"}");
        // Then
        assertThat(bed.ask("changed")).isEqualTo("one");
        // When
        JsonNode rollout =
                ops.post("routes/changed/rollout", "{\"version\": 2, \"percent\": 99.99, \"errorMargin\": 0.5}");
        // Then
        assertThat(bed.ask("changed")).isEqualTo("two");
        assertThat(rollout.at("/state/rollout/percent").doubleValue()).isEqualTo(99.99);
        assertThat(rollout.at("/state/watch/errorMargin").doubleValue()).isEqualTo(0.5);
        // When
        GatewayClient.Reply ended = ops.ask("DELETE", "routes/changed/rollout", null);
        // Then
        assertThat(ended.json().at("/state/rollout").isMissingNode()).isTrue();
        assertThat(bed.ask("changed")).isEqualTo("one");
    }

    @Test
    @DisplayName("Q4: who changes what somebody else has changed meanwhile is told so, and nothing happens")
    void refusesStaleChanges() throws Exception {
        // Given
        secondVersion("contested", "two");
        long seen = ops.route("contested").at("/state/revision").longValue();
        String promote = "{\"version\": %d, \"revision\": " + seen + "}";
        ops.post("routes/contested/promote", promote.formatted(2));
        // When
        GatewayClient.Reply late = ops.ask("POST", "routes/contested/rollback", "{\"revision\": " + seen + "}");
        GatewayClient.Reply again = ops.ask("POST", "routes/contested/promote", "{\"version\": 2}");
        GatewayClient.Reply nothing = ops.ask("DELETE", "routes/contested/rollout", null);
        // Then
        for (GatewayClient.Reply refused : List.of(late, again, nothing)) {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.json().at("/error/code").textValue()).isEqualTo("version_conflict");
        }
        assertThat(ops.route("contested").at("/active/version").intValue()).isEqualTo(2);
        assertThat(ops.route("contested").at("/state/revision").longValue()).isEqualTo(seen + 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST   | routes/wrongg/promote   | {\"version\": 1}                  | 404 | did you mean 'wrong'",
                "POST   | routes/wrong/promote    | {\"version\": 99}                 | 404 | no version 99",
                "POST   | routes/wrong/promote    | {}                                | 400 | 'version' is missing",
                "POST   | routes/wrong/promote    | {\"vresion\": 1}                  | 400 | did you mean 'version'",
                "POST   | routes/wrong/promote    | {\"version\": \"1\"}              | 400 | a whole number",
                "POST   | routes/wrong/promote    | {\"version\": 1, \"window\": \"2 hours\"} | 400 | write a number with its unit",
                "POST   | routes/wrong/promote    | {\"version\": 1, \"rollBackAt\": \"6 pm\"} | 400 | a time with its offset",
                "POST   | routes/wrong/rollout    | {\"version\": 1, \"percent\": 100} | 400 | promote it",
                "POST   | routes/wrong/rollout    | {\"version\": 1, \"percent\": 5, \"errorMargin\": 7} | 400 | from 0 to 1",
                "GET    | routes/wrong/versions/x |                                   | 400 | a number from 1",
                "GET    | routes/wrong/diff?from=1&to=7 |                             | 404 | no version 7"
            })
    @DisplayName("Q4: a request that is wrong is refused, and says what would be right")
    void refusesNonsense(String method, String path, String body, int status, String hint) throws Exception {
        // When
        GatewayClient.Reply refused = ops.ask(method, path, body);
        // Then
        assertThat(refused.status()).as(refused.body()).isEqualTo(status);
        assertThat(refused.json().at("/error/message").asText()).contains(hint);
    }

    @Test
    @DisplayName("Q4: a promote can be appointed to give way; once confirmed it stays")
    void givesWay() throws Exception {
        // Given
        secondVersion("appointed", "two");
        // When
        JsonNode promoted =
                ops.post("routes/appointed/promote", "{\"version\": 2, \"rollBackAfter\": \"1h\", \"watch\": false}");
        JsonNode confirmed = ops.post("routes/appointed/confirm", null);
        ops.post("routes/appointed/rollback", null);
        ops.post("routes/appointed/promote", "{\"version\": 2, \"rollBackAfter\": \"1s\"}");
        // Then
        assertThat(promoted.at("/state/rollBackAt").textValue()).isNotBlank();
        assertThat(confirmed.at("/state/rollBackAt").isMissingNode()).isTrue();
        bed.awaitAnswer("appointed", "one");
        JsonNode last = ops.get("routes/appointed/history?limit=1").at("/history/0");
        assertThat(last.path("by").textValue()).isEqualTo("serai");
        assertThat(last.path("why").textValue()).startsWith("not confirmed until ");
    }

    @Test
    @DisplayName("Q4: a version whose deployments are gone is refused with the reason, and nothing changes")
    void refusesWhatCannotBeServed() throws Exception {
        // Given
        secondVersion("doomed", "passing");
        bed.apply(() -> bed.edit("routes/tasks/doomed.yaml", "deployments: passing", "deployments: one"));
        bed.apply(() -> bed.edit("config/deployments.yaml", "  passing:", "  renamed:"));
        JsonNode before = ops.route("doomed");
        // When
        GatewayClient.Reply promote = ops.ask("POST", "routes/doomed/promote", "{\"version\": 2}");
        GatewayClient.Reply rollout = ops.ask("POST", "routes/doomed/rollout", "{\"version\": 2, \"percent\": 5}");
        // Then
        for (GatewayClient.Reply refused : List.of(promote, rollout)) {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.json().at("/error/code").textValue()).isEqualTo("version_not_servable");
            assertThat(refused.json().at("/error/message").textValue())
                    .contains("routes/tasks/doomed.yaml", "'passing'", "Known deployments");
        }
        assertThat(ops.route("doomed")).isEqualTo(before);
        assertThat(before.at("/active/version").intValue()).isEqualTo(1);
    }

    @Test
    @DisplayName("Q3: what is wrong with the files is listed with file, line, reason and hint, until it is right")
    void listsProblems() throws Exception {
        // When
        bed.edit("routes/tasks/both.yaml", "one,two", "one,tow");
        bed.awaitProblems();
        JsonNode problem = ops.get("routes").at("/problems/0");
        JsonNode reload = ops.get("reload");
        bed.edit("routes/tasks/both.yaml", "one,tow", "one,two");
        bed.awaitNoProblems();
        // Then
        assertThat(problem.path("file").textValue()).endsWith("routes/tasks/both.yaml");
        assertThat(problem.path("line").intValue()).isGreaterThan(5);
        assertThat(problem.path("reason").textValue()).contains("'tow'");
        assertThat(problem.path("hint").textValue()).contains("did you mean 'two'");
        assertThat(problem.path("since").textValue()).isNotBlank();
        assertThat(reload.at("/problems/0")).isEqualTo(problem);
        assertThat(ops.get("reload").path("problems")).isEmpty();
    }

    @Test
    @DisplayName("Q3 S1: the catalogue has deployments, callers and prices as they are in force, and no key")
    void showsTheCatalogue() throws Exception {
        // When
        JsonNode catalogue = ops.get("catalogue");
        // Then
        assertThat(catalogue.path("deployments").findValuesAsText("name")).contains("one", "two", "sim-chat");
        assertThat(catalogue.path("deployments").findValuesAsText("region")).contains("eu");
        assertThat(catalogue.path("callers").findValuesAsText("name")).contains("first-run", "ops");
        assertThat(catalogue.at("/callers/1/permissions/0").textValue()).isEqualTo("admin");
        assertThat(catalogue.at("/prices/version").textValue()).matches("[0-9a-f]{12}");
        assertThat(catalogue.toString()).doesNotContain("sha256", "apiKey", "sk-serai", gateway.key());
    }

    @Test
    @DisplayName("Q4: the examples of docs/versions.md run as they stand there")
    void theDocumentedExamplesRun() throws Exception {
        // Given: a task with three versions, of which the latest serves
        for (int version = 2; version <= 3; version++) {
            String text = "# version " + version + "\n";
            bed.apply(() ->
                    bed.write("routes/tasks/support-answer.yaml", text + bed.read("routes/tasks/support-answer.yaml")));
        }
        ops.post("routes/support-answer/promote", "{\"version\": 2}");
        ops.post("routes/support-answer/promote", "{\"version\": 3}");
        // When, Then
        assertThat(ops.runPage("docs/versions.md")).isEqualTo(2);
    }

    private void secondVersion(String task, String deployment) {
        bed.apply(() -> bed.edit("routes/tasks/" + task + ".yaml", "deployments: one", "deployments: " + deployment));
    }
}
