/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimScript;
import dev.serai.llm.provider.sim.SimServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Faults are switched on in a running gateway, and leave records that nobody takes for an outage (E8, S1, R1). */
@Tag("soak")
class GameDaySoakTest {
    /** Stands for a vendor, beyond the gateway's reach. */
    private static final SimServer VENDOR = vendor();

    private static final String NEVER_OPENS = "breaker: { minimumCalls: 1000, window: 1000 }";
    private static final String DRILL_ATTEMPTS =
            "gen_ai_client_operation_duration_seconds_count{model=\"qwen3\",outcome=\"drill\","
                    + "provider=\"openai-compatible\",task=\"real-first\"}";

    private GatewayUnderTest gateway;
    private AdminClient admin;

    @BeforeEach
    void noDrill() throws Exception {
        gateway = GatewayUnderTest.builder()
                .file("config/callers.yaml", AdminClient.callers())
                .property("serai.drills.max-share", "50")
                .property("serai.jms.enabled", "false")
                .deployment("toy", "llm:sim/quick?sim.answer=toy&sim.failRate=0", NEVER_OPENS)
                .deployment("spare", "llm:sim/quick?sim.answer=spare")
                .deployment(
                        "real",
                        "llm:openai-compatible/qwen3?baseUrl=" + VENDOR.baseUrl("vendor") + "/v1",
                        NEVER_OPENS,
                        "timeouts: { connect: 2s, firstToken: 500ms, idle: 500ms, attempt: 1s }")
                .task("toy-first", "toy,spare")
                .task("toy-cut", "toy,spare", "interruption: buffer")
                .task("real-first", "real,spare", "maxAttempts: 6")
                .shared();
        admin = new AdminClient(gateway);
        for (JsonNode each : admin.ask("GET", "faults", null).json().path("faults")) {
            admin.ask("DELETE", "faults/" + each.path("deployment").asText(), null);
        }
        VENDOR.mount("vendor", SimScript.read("answer: real"));
        VENDOR.journal().clear();
    }

    @Test
    @DisplayName("E8: the rehearsal of docs/game-day.md runs as it stands there, from the outage to the way back")
    void thePageRuns() throws Exception {
        assertThat(admin.runPage("docs/game-day.md")).isEqualTo(6);
    }

    @Test
    @DisplayName(
            "E8 S1: a simulated deployment fails as it is told, its record names the drill, and the audit log has before and after")
    void drillOfASimulatedDeployment() throws Exception {
        // When
        GatewayClient.Reply first = begin("toy", "{\"fault\": {\"status\": 500}, \"reason\": \"warming up\"}");
        GatewayClient.Reply second = begin(
                "toy", "{\"fault\": {\"status\": 429, \"headers\": {\"retry-after\": \"30\"}}, \"duration\": \"1h\"}");
        GatewayClient.Reply served = call("toy-first", false);
        JsonNode listed = admin.ask("GET", "faults", null).json().path("faults");
        GatewayClient.Reply ended = admin.ask("DELETE", "faults/toy", "{\"reason\": \"seen\"}");
        GatewayClient.Reply afterwards = call("toy-first", true);
        // Then
        String drill = second.json().path("drill").textValue();
        assertThat(served.text()).isEqualTo("spare");
        JsonNode attempt = gateway.awaitRecord(served.requestId()).at("/attempts/0");
        assertThat(attempt.path("drill").textValue()).isEqualTo(drill);
        assertThat(attempt.path("outcome").textValue()).isEqualTo("rate_limited");
        assertThat(attempt.path("status").intValue()).isEqualTo(429);
        assertThat(attempt.has("usage")).isFalse();
        assertThat(gateway.awaitRecord(served.requestId()).at("/attempts/1").has("drill"))
                .isFalse();
        assertThat(listed).hasSize(1);
        assertThat(listed.at("/0/fault/headers/retry-after").textValue()).isEqualTo("30");
        assertThat(listed.at("/0/share").intValue()).isEqualTo(100);
        assertThat(afterwards.text()).isEqualTo("toy");
        JsonNode set = admin.audit(second.requestId());
        assertThat(set.path("action").textValue()).isEqualTo("fault.set");
        assertThat(set.at("/before/drill").textValue())
                .isEqualTo(first.json().path("drill").textValue());
        assertThat(set.at("/before/reason").textValue()).isEqualTo("warming up");
        assertThat(set.at("/after/drill").textValue()).isEqualTo(drill);
        assertThat(admin.audit(ended.requestId()).path("action").textValue()).isEqualTo("fault.clear");
        assertThat(admin.audit(ended.requestId()).path("reason").textValue()).isEqualTo("seen");
    }

    @Test
    @DisplayName("E8 H6: a simulated deployment's own answer can be cut after its first words")
    void cutAnswer() throws Exception {
        // Given
        begin("toy", "{\"fault\": {\"cutAfter\": 1, \"firstTokenDelay\": \"20ms\"}}");
        // When
        GatewayClient.Reply buffered = call("toy-cut", true);
        // Then
        assertThat(buffered.text()).isEqualTo("spare");
        assertThat(gateway.awaitRecord(buffered.requestId())
                        .at("/attempts/0/drill")
                        .textValue())
                .startsWith("drill-");
    }

    @Test
    @DisplayName("E8: a drill ends by itself")
    void endsByItself() throws Exception {
        // When
        begin("toy", "{\"fault\": {\"overloaded\": true}, \"duration\": \"2s\"}");
        String during = call("toy-first", false).text();
        // Then
        assertThat(during).isEqualTo("spare");
        FaultBed.within(Duration.ofSeconds(10))
                .until(() -> call("toy-first", false).text().equals("toy"));
        assertThat(admin.ask("GET", "faults", null).json().path("faults")).isEmpty();
        assertThat(admin.scraped("serai_drills")).isZero();
    }

    @Test
    @DisplayName(
            "E8 R3: of a real deployment's attempts exactly the declared share fails; the provider is asked for the others only, "
                    + "and metrics count the share apart")
    void shareOfARealDeployment() throws Exception {
        // Given
        begin("real", "{\"fault\": {\"quota\": true}, \"share\": 40}");
        double counted = counted();
        int real = 0;
        // When
        for (int i = 0; i < 10; i++) {
            GatewayClient.Reply reply = call("real-first", i % 2 == 0);
            assertThat(reply.status()).isEqualTo(200);
            real += reply.text().equals("real") ? 1 : 0;
        }
        // Then
        assertThat(real).isEqualTo(6);
        assertThat(VENDOR.journal().requests("vendor")).hasSize(6);
        assertThat(counted() - counted).isEqualTo(4);
        assertThat(admin.scraped("serai_drills")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\": 429, \"headers\": {\"retry-after\": \"1\"}}",
                "{\"status\": 503, \"latency\": \"10ms\"}",
                "{\"status\": 401}",
                "{\"quota\": true}",
                "{\"overloaded\": true}",
                "{\"silence\": true}",
                "{\"reset\": \"headers\"}",
                "{\"reset\": 0}",
                "{\"cutAfter\": 0}",
                "{\"stallAfter\": 0}",
                "{\"inBandErrorAfter\": 0}"
            })
    @DisplayName("E8: whatever fault a real deployment may get, no caller sees a word of it, plain or streamed")
    void noInventedWord(String fault) throws Exception {
        // Given
        begin("real", "{\"fault\": " + fault + ", \"share\": 50}");
        for (boolean stream : new boolean[] {false, true}) {
            GatewayClient.Reply hit;
            JsonNode decision;
            do {
                // When
                hit = call("real-first", stream);
                decision = gateway.awaitRecord(hit.requestId());
            } while (!decision.at("/attempts/0").has("drill"));
            // Then: another attempt has answered, and the drill's own has failed without a word or a price
            assertThat(hit.status()).isEqualTo(200);
            assertThat(hit.text()).isIn("spare", "real");
            assertThat(decision.at("/attempts/0/outcome").textValue()).isNotEqualTo("ok");
            assertThat(decision.at("/attempts/0").has("usage")).isFalse();
            assertThat(decision.at("/attempts/0").has("firstTokenMs")).isFalse();
        }
    }

    @Test
    @DisplayName("E8: content of a real deployment's calls is not sent to what plays the fault")
    void contentStays() throws Exception {
        // Given
        begin("real", "{\"fault\": {\"status\": 503}, \"share\": 50}");
        // When
        for (int i = 0; i < 4; i++) {
            call("real-first", false);
        }
        // Then
        assertThat(gateway.journal().requests().stream()
                        .map(request -> new String(request.body()))
                        .filter(body -> body.contains("\"drill\"")))
                .isNotEmpty()
                .noneMatch(body -> body.contains("Where is my order?"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "toi   | {\"fault\": {\"status\": 503}}                               | 404 | did you mean 'toy'?",
                "toy   | {\"fault\": {\"statsu\": 503}}                               | 400 | did you mean 'status'?",
                "toy   | {\"falt\": {\"status\": 503}}                                | 400 | did you mean 'fault'?",
                "toy   | {\"share\": 10}                                              | 400 | 'fault' has to say what goes wrong",
                "toy   | {\"fault\": {\"status\": 999}}                               | 400 | must be a whole number from 200 to 599",
                "toy   | {\"fault\": {\"status\": 503, \"silence\": true}}            | 400 | must be the only fault",
                "toy   | {\"fault\": {\"status\": 503}, \"duration\": \"25h\"}        | 400 | 24h at most",
                "toy   | {\"fault\": {\"status\": 503}, \"duration\": \"ten\"}        | 400 | write a number with its unit",
                "toy   | {\"fault\": {\"status\": 503}, \"share\": 101}               | 400 | from 1 to 100",
                "real  | {\"fault\": {\"status\": 503}}                               | 400 | 'share' is missing",
                "real  | {\"fault\": {\"status\": 503}, \"share\": 51}                | 400 | from 1 to 50 (serai.drills.max-share)",
                "real  | {\"fault\": {\"cutAfter\": 5}, \"share\": 5}                 | 400 | made up",
                "real  | {\"fault\": {\"contentFilter\": true}, \"share\": 5}         | 400 | made up",
                "real  | {\"fault\": {\"silence\": false}, \"share\": 5}              | 400 | leave it out",
                "real  | {\"fault\": {\"firstTokenDelay\": \"3s\"}, \"share\": 5}     | 400 | only waits",
                "spare | {\"fault\": {\"status\": \"$${env:HOME}\"}}                  | 400 | short text"
            })
    @DisplayName("E8: a drill that makes no sense is refused in words that say what to do, and nothing begins")
    void refusals(String deployment, String body, int status, String words) throws Exception {
        // When
        GatewayClient.Reply reply = begin(deployment, body);
        // Then
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().at("/error/message").asText(reply.body())).contains(words);
        assertThat(admin.ask("GET", "faults", null).json().path("faults")).isEmpty();
    }

    @Test
    @DisplayName("E8: a drill that is not on cannot be ended")
    void nothingToEnd() throws Exception {
        assertThat(admin.ask("DELETE", "faults/toy", null).status()).isEqualTo(404);
    }

    private double counted() throws Exception {
        Double known = admin.scraped(DRILL_ATTEMPTS);
        return known == null ? 0 : known;
    }

    private GatewayClient.Reply begin(String deployment, String body) throws Exception {
        return admin.ask("PUT", "faults/" + deployment, body);
    }

    private GatewayClient.Reply call(String task, boolean stream) throws Exception {
        return new GatewayClient(gateway.baseUrl(), gateway.key()).chat(task, stream);
    }

    private static SimServer vendor() {
        try {
            return SimServer.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
