/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.file.Files;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** Operators see and change breakers and kill switches while the gateway runs, and every change is on record (J4, K4, S1). */
class AdminTest {
    private GatewayUnderTest gateway;

    @BeforeEach
    void nothingSwitchedOff() throws Exception {
        gateway = setup().shared();
        for (JsonNode each : ask("GET", "kill-switches", null).json().path("killSwitches")) {
            ask(
                    "DELETE",
                    "kill-switches/" + each.path("kind").asText() + "/"
                            + each.path("name").asText(),
                    null);
        }
        ask("POST", "breakers/one/reset", null);
    }

    static GatewayUnderTest.Builder setup() {
        return GatewayUnderTest.builder()
                .file("config/callers.yaml", AdminClient.callers())
                .deployment("one", "llm:sim/quick?sim.answer=one")
                .deployment("two", "llm:sim/quick?sim.answer=two")
                .deployment("real", "llm:openai-compatible/qwen3?baseUrl=http://127.0.0.1:1/v1")
                .task("both", "one,two")
                .task("only-one", "one")
                .property("serai.jms.enabled", "false");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, breakers",
        "GET, breakers/one",
        "POST, breakers/one/force-open",
        "GET, kill-switches",
        "PUT, kill-switches/task/both",
        "DELETE, kill-switches/task/both",
        "GET, faults",
        "PUT, faults/one",
        "DELETE, faults/one",
        "GET, headroom",
        "GET, spend",
        "GET, routes",
        "GET, reload",
        "GET, catalogue",
        "GET, routes/both/versions",
        "GET, routes/both/versions/1",
        "GET, routes/both/diff",
        "GET, routes/both/history",
        "POST, routes/both/promote",
        "POST, routes/both/rollback",
        "POST, routes/both/rollout",
        "DELETE, routes/both/rollout",
        "POST, routes/both/confirm"
    })
    @DisplayName("S1: the admin API is for callers with the permission admin, in the use-case door's words")
    void needsThePermission(String method, String path) throws Exception {
        // When
        GatewayClient.Reply without = admin().ask(method, path, null, gateway.key());
        GatewayClient.Reply nobody = admin().ask(method, path, null, "sk-serai-nobody");
        // Then
        assertThat(without.status()).isEqualTo(403);
        assertThat(without.json().at("/error/code").textValue()).isEqualTo("admin_required");
        assertThat(without.json().at("/error/class").textValue()).isEqualTo("forbidden");
        assertThat(nobody.status())
                .as("unknown, and after some failures throttled")
                .isIn(401, 429);
    }

    @Test
    @DisplayName(
            "J4 S1: a breaker is forced open and reset, the calls follow, and the audit log says who, what, before and after")
    void forcesABreaker() throws Exception {
        // When
        GatewayClient.Reply forced = ask("POST", "breakers/one/force-open", "{\"reason\": \"a drill\"}");
        String whileForced = call("both").text();
        GatewayClient.Reply reset = ask("POST", "breakers/one/reset", null);
        String afterwards = call("both").text();
        // Then
        assertThat(forced.json().path("state").textValue()).isEqualTo("forced_open");
        assertThat(whileForced).isEqualTo("two");
        assertThat(reset.json().path("state").textValue()).isEqualTo("closed");
        assertThat(afterwards).isEqualTo("one");
        JsonNode entry = admin().audit(forced.requestId());
        assertThat(entry.path("caller").textValue()).isEqualTo("ops");
        assertThat(entry.path("action").textValue()).isEqualTo("breaker.force-open");
        assertThat(entry.path("target").textValue()).isEqualTo("one");
        assertThat(entry.at("/before/state").textValue()).isEqualTo("closed");
        assertThat(entry.at("/after/state").textValue()).isEqualTo("forced_open");
        assertThat(entry.path("reason").textValue()).isEqualTo("a drill");
        assertThat(entry.path("remoteAddress").textValue()).isNotBlank();
    }

    @Test
    @DisplayName("J4: all breakers are listed")
    void listsBreakers() throws Exception {
        // When
        JsonNode breakers = ask("GET", "breakers", null).json().path("breakers");
        // Then
        assertThat(breakers.findValuesAsText("deployment")).contains("one", "two", "sim-chat");
        assertThat(breakers.findValuesAsText("state")).containsOnly("closed");
    }

    @ParameterizedTest
    @CsvSource({"deployment, one, deployment", "provider, sim, provider"})
    @DisplayName("K4: a deployment or a provider that is switched off is left out, and the record says why")
    void switchesDeploymentsOff(String kind, String name, String detail) throws Exception {
        // Given
        ask("PUT", "kill-switches/" + kind + "/" + name, "{\"reason\": \"a drill\"}");
        // When
        GatewayClient.Reply reply = call("both");
        GatewayClient.Reply alone = call("only-one");
        JsonNode decision = gateway.awaitRecord(alone.requestId());
        // Then
        assertThat(reply.status()).isEqualTo(kind.equals("provider") ? 503 : 200);
        assertThat(alone.status()).isEqualTo(503);
        assertThat(decision.at("/candidates/0/reason").textValue()).isEqualTo("kill_switch");
        assertThat(decision.at("/candidates/0/detail").textValue()).isEqualTo(detail);
        assertThat(decision.path("attempts")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"task, both, 503, provider_unavailable", "caller, first-run, 403, forbidden"})
    @DisplayName(
            "K4: a task or a caller that is switched off is refused, the record says so, and cleared it is served again")
    void refusesTasksAndCallers(String kind, String name, int status, String outcome) throws Exception {
        // Given
        GatewayClient.Reply set = ask("PUT", "kill-switches/" + kind + "/" + name, null);
        // When
        GatewayClient.Reply reply = call("both");
        JsonNode listed = ask("GET", "kill-switches", null).json().path("killSwitches");
        ask("DELETE", "kill-switches/" + kind + "/" + name, null);
        GatewayClient.Reply afterwards = call("both");
        // Then
        assertThat(set.status()).isEqualTo(200);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.json().at("/error/code").textValue()).isEqualTo("kill_switch");
        JsonNode decision = gateway.awaitRecord(reply.requestId());
        assertThat(decision.path("outcome").textValue()).isEqualTo(outcome);
        assertThat(decision.path("errorCode").textValue()).isEqualTo("kill_switch");
        assertThat(listed.findValuesAsText("name")).isEqualTo(List.of(name));
        assertThat(afterwards.text()).isEqualTo("one");
    }

    @Test
    @DisplayName("K4: a switch for something that does not exist is refused, with the name that was meant")
    void refusesUnknownNames() throws Exception {
        // When
        GatewayClient.Reply task = ask("PUT", "kill-switches/task/support-anwser", null);
        GatewayClient.Reply kind = ask("PUT", "kill-switches/tasks/both", null);
        GatewayClient.Reply field = ask("PUT", "kill-switches/task/both", "{\"why\": \"x\"}");
        // Then
        assertThat(task.status()).isEqualTo(404);
        assertThat(task.body()).contains("support-answer");
        assertThat(kind.status()).isEqualTo(404);
        assertThat(field.status()).isEqualTo(400);
        assertThat(ask("GET", "kill-switches", null).json().path("killSwitches"))
                .isEmpty();
    }

    @Test
    @DisplayName("E8: no real deployment can be part of a drill unless the configuration allows a share")
    void realDeploymentsAreSafe() throws Exception {
        // When
        GatewayClient.Reply refused =
                ask("PUT", "faults/real", "{\"fault\": {\"status\": 503}, \"share\": 1, \"duration\": \"1m\"}");
        // Then
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("serai.drills.max-share is 0 percent");
        assertThat(ask("GET", "faults", null).json().path("faults")).isEmpty();
    }

    @Test
    @DisplayName("K4: kill switches are kept on the disk, and a metric counts them")
    void keepsSwitches() throws Exception {
        // When
        ask("PUT", "kill-switches/task/both", "{\"reason\": \"kept\"}");
        JsonNode kept = Json.MAPPER.readTree(
                gateway.home().resolve("data/kill-switches.json").toFile());
        // Then
        assertThat(kept.findValuesAsText("reason")).contains("kept");
        assertThat(gateway.bean(io.micrometer.core.instrument.MeterRegistry.class)
                        .get("serai.kill.switches")
                        .tag("kind", "task")
                        .gauge()
                        .value())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("J4 K4 B2: the examples of docs/operations.md run as they stand there")
    void theDocumentedExamplesRun() throws Exception {
        assertThat(admin().runPage("docs/operations.md")).isEqualTo(5);
        // Then: curl calls the reason a form, and it arrives all the same
        assertThat(Files.readString(gateway.home().resolve("data/audit/audit.jsonl")))
                .contains("\"reason\":\"incident 4711\"");
    }

    private GatewayClient.Reply call(String task) throws Exception {
        return new GatewayClient(gateway.baseUrl(), gateway.key()).chat(task, false);
    }

    private AdminClient admin() {
        return new AdminClient(gateway);
    }

    private GatewayClient.Reply ask(String method, String path, String body) throws Exception {
        return admin().ask(method, path, body);
    }
}
