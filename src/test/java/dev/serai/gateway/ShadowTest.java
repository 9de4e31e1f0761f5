/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code kamelet:shadow} over sockets (I5, I8, D4). */
class ShadowTest {
    private static final String ASK_ALPHA = "kamelet:fallback?deployments=alpha";

    private PatternBed bed;

    @BeforeEach
    void quickDeployments() {
        bed = PatternBed.on(PatternBed.setup()
                .deployment("others-only", "llm:sim/quick", "tenants: [other]")
                .file("routes/tasks/w1.yaml", shadowed("shadowed", "beta"))
                .file("routes/tasks/w2.yaml", shadowed("never", "beta&share=0"))
                .file("routes/tasks/w3.yaml", shadowed("one-at-a-time", "beta&atOnce=1"))
                .file("routes/tasks/w4.yaml", shadowed("forbidden", "others-only")));
    }

    private static String shadowed(String name, String options) {
        String limits = "attemptTimeout: 1500ms, firstToken: 1500ms, idle: 1500ms, maxAttempts: 1";
        return PatternBed.task(name, limits, "kamelet:shadow?deployment=" + options, ASK_ALPHA);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "I5 I8: the copy is answered to nobody; its tokens are in the record, and it takes no attempt of the call")
    void inTheRecordOnly(boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.BETA, "usage: {prompt: 11, completion: 22}\nlatency: 300ms");
        // When
        GatewayClient.Reply reply = bed.client().chat("shadowed", stream);
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        JsonNode decision = bed.recordOf(reply);
        JsonNode shadow = PatternBed.attempt(decision, "beta");
        assertThat(shadow.path("role").textValue()).isEqualTo("shadow");
        assertThat(shadow.path("outcome").textValue()).isEqualTo("ok");
        assertThat(shadow.path("usage").path("output").longValue()).isEqualTo(22);
        assertThat(PatternBed.attempt(decision, "alpha").path("outcome").textValue())
                .isEqualTo("ok");
        assertThat(decision.path("deployment").textValue()).isEqualTo("alpha");
        assertThat(decision.path("fallbackStep").intValue()).isZero();
        assertThat(decision.path("durationMs").longValue())
                .isLessThan(shadow.path("startedAfterMs").longValue()
                        + shadow.path("durationMs").longValue());
        assertThat(bed.asked(PatternBed.BETA).get(0).stream()).isEqualTo(stream);
    }

    @ParameterizedTest
    @CsvSource({
        "attempts: [{status: 400}], invalid_request",
        "attempts: [{status: 503}], provider_unavailable",
        "attempts: [{cutAfter: 1}], provider_unavailable",
        "attempts: [{silence: true}], deadline_exceeded"
    })
    @DisplayName("I5: a shadow that fails or hangs changes nothing for the client, and ends within its limits")
    void failuresAreInvisible(String script, String outcome) throws Exception {
        for (boolean stream : new boolean[] {false, true}) {
            // Given
            bed.script(PatternBed.BETA, script);
            long began = System.nanoTime();
            // When
            GatewayClient.Reply reply = bed.client().chat("shadowed", stream);
            // Then
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(1400));
            assertThat(reply.text()).isEqualTo("alpha says so");
            JsonNode decision = bed.recordOf(reply);
            assertThat(decision.path("outcome").textValue()).isEqualTo("ok");
            assertThat(PatternBed.attempt(decision, "beta").path("outcome").textValue())
                    .isEqualTo(outcome);
        }
    }

    @Test
    @DisplayName("I5: a call that fails still has its shadow, and one record")
    void theCallFails() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "attempts: [{contentFilter: true}]");
        // When
        GatewayClient.Reply reply = bed.client().chat("shadowed", false);
        // Then
        assertThat(reply.status()).isEqualTo(400);
        JsonNode decision = bed.recordOf(reply);
        assertThat(decision.path("outcome").textValue()).isEqualTo("policy_rejection");
        assertThat(PatternBed.attempt(decision, "beta").path("outcome").textValue())
                .isEqualTo("ok");
    }

    @Test
    @DisplayName("I5: a client that leaves does not end the shadow")
    void theClientLeaves() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "latency: 1400ms").script(PatternBed.BETA, "latency: 900ms");
        int before = bed.gateway().recordsAtRest();
        // When
        try (RawClient client = new RawClient(bed.gateway())) {
            client.send("shadowed", false, "Hi");
            PatternBed.within(Duration.ofSeconds(3))
                    .until(() -> bed.asked(PatternBed.BETA).size() == 1);
        }
        // Then
        JsonNode decision = PatternBed.within(Duration.ofSeconds(4))
                .until(() -> cancelled(before), Optional::isPresent)
                .orElseThrow();
        assertThat(PatternBed.attempt(decision, "beta").path("outcome").textValue())
                .isEqualTo("ok");
        assertThat(bed.asked(PatternBed.BETA).get(0).outcome()).isEqualTo(SimRequest.Outcome.COMPLETED);
    }

    @Test
    @DisplayName("I5: a share of 0 copies nothing")
    void noShare() throws Exception {
        // When
        GatewayClient.Reply reply = bed.client().chat("never", false);
        // Then
        assertThat(bed.recordOf(reply).path("attempts")).hasSize(1);
        assertThat(bed.asked(PatternBed.BETA)).isEmpty();
    }

    @Test
    @DisplayName("I5 D4: a deployment that may not have the data gets no copy, and the record says why")
    void dataRules() throws Exception {
        // When
        GatewayClient.Reply reply = bed.client().chat("forbidden", false);
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        JsonNode decision = bed.recordOf(reply);
        assertThat(decision.path("attempts")).hasSize(1);
        assertThat(decision.path("candidates").findValuesAsText("reason")).containsExactly("tenant");
    }

    @Test
    @DisplayName("I5: copies beyond the bound are dropped and counted")
    void bounded() throws Exception {
        // Given
        bed.script(PatternBed.BETA, "latency: 1s");
        double before = bed.count("serai.shadows.dropped", "task", "one-at-a-time");
        // When
        GatewayClient.Reply first = bed.client().chat("one-at-a-time", false);
        GatewayClient.Reply second = bed.client().chat("one-at-a-time", false);
        // Then
        assertThat(bed.recordOf(first).path("attempts")).hasSize(2);
        assertThat(bed.recordOf(second).path("attempts")).hasSize(1);
        assertThat(bed.count("serai.shadows.dropped", "task", "one-at-a-time") - before)
                .isEqualTo(1);
    }

    private Optional<JsonNode> cancelled(int from) {
        return bed.gateway().records().stream()
                .skip(from)
                .filter(decision -> decision.path("outcome").asText().equals("cancelled"))
                .findFirst();
    }
}
