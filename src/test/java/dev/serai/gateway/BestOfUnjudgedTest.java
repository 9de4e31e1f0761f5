/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.fleet.KillSwitch;
import dev.serai.gateway.fleet.KillSwitches;
import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("O4, L2: kamelet:best-of: whatever becomes of the judge, the answer goes out, and is said to be unjudged")
class BestOfUnjudgedTest {
    private JudgeBed bed;

    @BeforeEach
    void aFriendlyJudge() {
        bed = JudgeBed.fresh();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"score\": 11}",
                "{\"score\": -1}",
                "{\"score\": 7.5}",
                "{\"score\": \"8\"}",
                "{\"score\": 8, \"why\": \"good\"}",
                "{\"score\": 8} because it is polite",
                "eight"
            })
    @DisplayName("O4: what is no score is none: the answer goes out, and is said to be unjudged")
    void nonsense(String verdict) throws Exception {
        // Given
        bed.says(verdict);
        // When
        JudgeBed.Judged judged = bed.ask("best", false);
        // Then
        assertUnjudged(judged, "output_invalid");
        assertThat(judged.outcomes()).containsExactly("alpha ok", "judge output_invalid");
        assertThat(judged.settled().costs()).containsExactly("alpha 700000", JudgeBed.ONE_SCORE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("O4: a judge that fails is asked once more, and then the answer goes out unjudged")
    void theJudgeFails(boolean stream) throws Exception {
        // Given
        bed.judges("attempts: [{status: 503}]\nrepeatLast: true");
        // When
        JudgeBed.Judged judged = bed.ask("best", stream);
        // Then
        assertUnjudged(judged, "provider_unavailable");
        assertThat(judged.outcomes())
                .containsExactly("alpha ok", "judge provider_unavailable", "judge provider_unavailable");
        assertThat(judged.settled().costs()).containsExactly("alpha 700000");
    }

    @Test
    @DisplayName("G1 L2: a judge has its own limit of time; what it has used by then is a cost, by estimate")
    void theJudgeIsSlow() throws Exception {
        // Given
        bed.judges("attempts: [{silence: true}]\nrepeatLast: true");
        // When
        JudgeBed.Judged judged = bed.ask("best-hasty", false);
        // Then
        assertUnjudged(judged, "deadline_exceeded");
        assertThat(judged.settled().costs().get(1)).matches("judge judge [1-9][0-9]{5,6} estimated");
    }

    @Test
    @DisplayName("G1 O4: an answer whose deadline is near goes out in time, whatever its judge does")
    void theDeadlineIsNear() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "latency: 2500ms").judges("attempts: [{silence: true}]\nrepeatLast: true");
        // When
        JudgeBed.Judged judged = bed.ask("best-late", false);
        // Then
        assertUnjudged(judged, "deadline_exceeded");
        assertThat(judged.decision().path("deadlineUsed").doubleValue()).isBetween(0.6, 1.0);
    }

    @Test
    @DisplayName("L1 L4: where there is not enough for the judge, the client still gets the answer")
    void noMoneyForTheJudge() throws Exception {
        // Given
        bed.funds().limit(FundsBed.ceiling("best-poor", FundsBed.FOR_ALPHA));
        // When
        JudgeBed.Judged judged = bed.ask("best-poor", false);
        // Then
        assertUnjudged(judged, "insufficient_funds");
        assertThat(bed.judged()).isEmpty();
        assertThat(judged.decision().path("candidates").toString())
                .isEqualTo("[{\"deployment\":\"judge\",\"reason\":\"insufficient_funds\",\"detail\":null,"
                        + "\"role\":\"judge\"}]");
        assertThat(judged.settled().costs()).containsExactly("alpha 700000");
    }

    @Test
    @DisplayName("J1 O4: a judge with an open breaker is not asked")
    void theBreakerIsOpen() throws Exception {
        // Given
        bed.breakers().force(bed.judge(), true).join();
        // When
        JudgeBed.Judged judged = bed.ask("best", false);
        // Then
        assertUnjudged(judged, "provider_unavailable");
        assertThat(bed.judged()).isEmpty();
        assertThat(FundsBed.notAsked(judged.decision())).containsExactly("judge breaker_open");
        assertThat(judged.settled().costs()).containsExactly("alpha 700000");
        judged.addsUp();
    }

    @Test
    @DisplayName("K4 O4: a judge that is switched off is not asked")
    void theKillSwitchIsOn() throws Exception {
        // Given
        KillSwitches switches = bed.funds().gateway().bean(KillSwitches.class);
        switches.set(KillSwitch.Kind.DEPLOYMENT, JudgeBed.JUDGE, true, "a test", "tests")
                .join();
        try {
            // When
            JudgeBed.Judged judged = bed.ask("best", false);
            // Then
            assertUnjudged(judged, "provider_unavailable");
            assertThat(bed.judged()).isEmpty();
            assertThat(FundsBed.notAsked(judged.decision())).containsExactly("judge kill_switch");
        } finally {
            switches.set(KillSwitch.Kind.DEPLOYMENT, JudgeBed.JUDGE, false, "a test", "tests")
                    .join();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("H5 L2: a client that leaves ends the judge's request, and is charged nothing")
    void theClientLeaves(boolean stream) throws Exception {
        // Given
        bed.judges("latency: 8s\nanswer: '{\"score\": 8}'");
        int before = bed.funds().gateway().recordsAtRest();
        // When
        try (RawClient client = new RawClient(bed.funds().gateway())) {
            client.send("best", stream, "Hi");
            PatternBed.within(Duration.ofSeconds(5)).until(() -> !bed.judged().isEmpty());
        }
        // Then
        PatternBed.within(Duration.ofSeconds(5))
                .until(() -> bed.judged().get(0).outcome() == SimRequest.Outcome.CLIENT_CLOSED);
        PatternBed.within(Duration.ofSeconds(5))
                .until(() -> bed.funds().gateway().records().size() > before);
        JsonNode decision = bed.funds().gateway().records().get(before);
        LedgerRows.Settled settled =
                bed.funds().settled(decision.path("requestId").textValue());
        assertThat(settled.outcome()).isEqualTo("cancelled");
        assertThat(settled.costs()).hasSize(2).contains("alpha 700000");
        assertThat(settled.costs().get(1)).matches("judge judge [1-9][0-9]{5,6} estimated");
        assertThat(settled.credit()).isZero();
        assertThat(FundsBed.nanos(decision.path("providerCostUsd"))).isEqualTo(settled.cost());
    }

    @Test
    @DisplayName("O4: tool calls are no answer to judge: they go out at once, and are said to be unjudged")
    void toolCalls() {
        // Given
        String body = GatewayClient.chatBody("best", false, "Hi")
                .replaceFirst(
                        "\\{",
                        "{\"tools\": [{\"type\": \"function\", \"function\": {\"name\": \"look_up\", "
                                + "\"parameters\": {\"type\": \"object\"}}}], ");
        // When
        JudgeBed.Judged judged = bed.send(body);
        // Then
        assertThat(judged.reply().body()).contains("look_up");
        assertThat(judged.confidence()).isEqualTo("unjudged");
        assertThat(judged.scores()).containsExactly("alpha tool_calls");
        assertThat(bed.judged()).isEmpty();
    }

    private void assertUnjudged(JudgeBed.Judged judged, String reason) throws Exception {
        assertThat(judged.reply().status()).isEqualTo(200);
        assertThat(judged.text()).isEqualTo("alpha says so");
        assertThat(judged.confidence()).isEqualTo("unjudged");
        assertThat(judged.scores()).containsExactly("alpha " + reason);
        assertThat(judged.decision().path("outcome").textValue()).isEqualTo("ok");
        assertThat(judged.settled().credit()).isEqualTo(FundsBed.ALPHA_COST);
        assertThat(bed.bed().asked(PatternBed.BETA)).isEmpty();
        judged.addsUp();
    }
}
