/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code kamelet:parallel} over sockets (I2, I8, F4). */
class ParallelTest {
    private static final String ALL = "kamelet:parallel?deployments=alpha,beta,gamma";
    private static final String SLOW = "latency: 8s";

    private PatternBed bed;

    @BeforeEach
    void quickDeployments() {
        bed = PatternBed.on(PatternBed.setup()
                .file("config/schemas/yes.json", "{\"type\": \"object\", \"required\": [\"yes\"]}")
                .file("routes/tasks/p1.yaml", PatternBed.task("all", "maxAttempts: 6", ALL))
                .file("routes/tasks/p2.yaml", PatternBed.task("two-attempts", "maxAttempts: 2", ALL))
                .file("routes/tasks/p3.yaml", PatternBed.task("two-at-once", "maxAttempts: 6", ALL + "&atOnce=2"))
                .file("routes/tasks/p4.yaml", PatternBed.task("checked", "outputSchema: config/schemas/yes.json", ALL))
                .file(
                        "routes/tasks/p5.yaml",
                        PatternBed.task(
                                "caught",
                                "maxAttempts: 6",
                                "kamelet:parallel?deployments=alpha,beta",
                                "kamelet:fallback?deployments=gamma")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I2 I8: the first answer wins; the other requests are closed within a second and recorded as lost")
    void theFirstWins(boolean stream) throws Exception {
        // Given: the winner leaves the others the time to be asked
        bed.script(PatternBed.ALPHA, SLOW)
                .script(PatternBed.BETA, "latency: 700ms")
                .script(PatternBed.GAMMA, SLOW);
        // When
        GatewayClient.Reply reply = bed.client().chat("all", stream);
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        bed.awaitAborted(PatternBed.ALPHA);
        bed.awaitAborted(PatternBed.GAMMA);
        JsonNode decision = bed.recordOf(reply);
        assertThat(FaultBed.attempts(decision)).containsExactlyInAnyOrder("alpha lost", "beta ok", "gamma lost");
        assertThat(decision.path("deployment").textValue()).isEqualTo("beta");
        assertThat(decision.path("durationMs").longValue()).isLessThan(5000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I2: a failure does not win, a later answer does")
    void failuresDoNotWin(boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "attempts: [{status: 400}]")
                .script(PatternBed.BETA, "latency: 600ms")
                .script(PatternBed.GAMMA, "attempts: [{quota: true}]");
        // When
        GatewayClient.Reply reply = bed.client().chat("all", stream);
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        assertThat(FaultBed.attempts(bed.recordOf(reply)))
                .containsExactlyInAnyOrder("alpha invalid_request", "beta ok", "gamma quota_exhausted");
    }

    @Test
    @DisplayName("I2: an answer that is not valid does not win")
    void invalidAnswersDoNotWin() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "answer: '{\"no\": 1}'")
                .script(PatternBed.BETA, "answer: '{\"yes\": 1}'\nlatency: 600ms")
                .script(PatternBed.GAMMA, SLOW);
        // When
        GatewayClient.Reply reply = bed.client().chat("checked", false);
        // Then
        assertThat(reply.text()).isEqualTo("{\"yes\": 1}");
        assertThat(FaultBed.attempts(bed.recordOf(reply)))
                .containsExactlyInAnyOrder("alpha output_invalid", "beta ok", "gamma lost");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I2: all fail: the call fails with its real status")
    void allFail(boolean stream) throws Exception {
        // Given
        for (String deployment : new String[] {PatternBed.ALPHA, PatternBed.BETA, PatternBed.GAMMA}) {
            bed.script(deployment, "attempts: [{contentFilter: true}]\nrepeatLast: true");
        }
        // When
        GatewayClient.Reply reply = bed.client().chat("all", stream);
        // Then
        assertThat(reply.status()).isEqualTo(400);
        assertThat(bed.recordOf(reply).path("outcome").textValue()).isEqualTo("policy_rejection");
    }

    @Test
    @DisplayName("F4: no more lanes begin than the cap on attempts allows")
    void theCapHolds() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "latency: 500ms").script(PatternBed.BETA, "latency: 500ms");
        // When
        GatewayClient.Reply reply = bed.client().chat("two-attempts", false);
        // Then
        assertThat(reply.status()).isEqualTo(200);
        assertThat(bed.asked(PatternBed.GAMMA)).isEmpty();
    }

    @Test
    @DisplayName("I2: with two at once, the third is asked when one has failed for good")
    void theThirdIsAFallback() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "attempts: [{quota: true}]").script(PatternBed.BETA, SLOW);
        // When
        GatewayClient.Reply reply = bed.client().chat("two-at-once", false);
        // Then
        assertThat(reply.text()).isEqualTo("gamma says so");
        bed.awaitAborted(PatternBed.BETA);
    }

    @Test
    @DisplayName("I9: a pattern behind another one makes its own choice")
    void patternsFollowEachOther() throws Exception {
        // When
        GatewayClient.Reply reply = bed.client().chat("caught", false);
        // Then
        assertThat(reply.text()).isEqualTo("gamma says so");
    }
}
