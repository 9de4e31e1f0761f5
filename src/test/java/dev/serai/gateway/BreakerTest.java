/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

/** A deployment that fails is left alone for a while, and only its own failures count (J1, F2, F6, D2). */
class BreakerTest {
    private static final String DOWN = "attempts: [{status: 503}]\nrepeatLast: true";

    private FaultBed bed;

    @BeforeEach
    void closedBreakers() {
        bed = FaultBed.on(FaultBed.setup("{ failureRate: 50, minimumCalls: 5, window: 20, cooldown: 3s }"));
        breakers().reset(deployment(FaultBed.FIRST)).join();
        breakers().reset(deployment(FaultBed.SECOND)).join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status: 400", "contentFilter: true", "contextLength: true"})
    @DisplayName("J1: a caller's error never opens a breaker")
    void callerErrorsDoNotCount(String fault) throws Exception {
        // Given
        bed.first("attempts: [{" + fault + "}]\nrepeatLast: true");
        // When
        for (int i = 0; i < 12; i++) {
            bed.client().chat(FaultBed.ALONE, i % 2 == 0);
        }
        // Then
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(12);
        assertThat(breaker(FaultBed.FIRST).getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(breaker(FaultBed.FIRST).getMetrics().getNumberOfFailedCalls())
                .isZero();
    }

    @Test
    @DisplayName("J1 D2: five failures open it; then it is not asked, and the record says breaker_open")
    void opensAndIsSkipped() throws Exception {
        // Given
        open(FaultBed.FIRST);
        int asked = bed.asked(FaultBed.FIRST).size();
        // When
        GatewayClient.Reply reply = bed.client().chat(FaultBed.TASK, false);
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(asked).isEqualTo(5);
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(asked);
        assertThat(reply.text()).isEqualTo(FaultBed.SECOND_ANSWER);
        assertThat(FaultBed.attempts(decision)).isEqualTo(List.of(FaultBed.SECOND + " ok"));
        assertThat(decision.path("candidates").findValuesAsText("deployment")).contains(FaultBed.FIRST);
        assertThat(decision.path("candidates").findValuesAsText("reason")).contains("breaker_open");
    }

    @Test
    @DisplayName("J1: after the cooldown one trial call decides; a success closes it")
    void trialCloses() throws Exception {
        // Given
        open(FaultBed.FIRST);
        bed.first("{}");
        // When
        FaultBed.within(ofSeconds(8))
                .until(() -> bed.client().chat(FaultBed.TASK, true).text().equals(FaultBed.FIRST_ANSWER));
        // Then
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(6);
        assertThat(breaker(FaultBed.FIRST).getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    @DisplayName("J1: a trial call that fails opens it again, without a retry")
    void failedTrialOpensAgain() throws Exception {
        // Given
        open(FaultBed.FIRST);
        // When
        FaultBed.within(ofSeconds(8)).until(() -> {
            bed.client().chat(FaultBed.TASK, false);
            return bed.asked(FaultBed.FIRST).size() > 5;
        });
        bed.client().chat(FaultBed.TASK, false);
        // Then
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(6);
        assertThat(breaker(FaultBed.FIRST).getState()).isEqualTo(CircuitBreaker.State.OPEN);
    }

    @Test
    @DisplayName("F6: all breakers open is a 503 with the time until the next trial, and nobody is asked")
    void allOpen() throws Exception {
        // Given
        open(FaultBed.FIRST);
        open(FaultBed.SECOND);
        int asked = bed.gateway().journal().requests().size();
        // When
        GatewayClient.Reply plain = bed.client().chat(FaultBed.TASK, false);
        GatewayClient.Reply streamed = bed.client().chat(FaultBed.TASK, true);
        JsonNode decision = bed.onlyRecord(plain.requestId());
        // Then
        assertThat(plain.status()).isEqualTo(503);
        assertThat(plain.retryAfter()).isBetween(1, 3);
        assertThat(streamed.status()).isEqualTo(503);
        assertThat(streamed.retryAfter()).isBetween(1, 3);
        assertThat(bed.gateway().journal().requests()).hasSize(asked);
        assertThat(decision.path("errorCode").textValue()).isEqualTo("breaker_open");
        assertThat(decision.path("attempts")).isEmpty();
        assertThat(decision.path("candidates").findValuesAsText("reason")).containsOnly("breaker_open", "demo");
    }

    @ParameterizedTest
    @CsvSource({"'status: 429, headers: {retry-after: ''20''}', 19, 20", "'quota: true', 29, 30", "'status: 503', 2, 3"
    })
    @DisplayName("F2: the class of the failure says how long the deployment is left alone")
    void cooldownByErrorClass(String fault, int least, int most) throws Exception {
        // Given
        open(FaultBed.FIRST, "attempts: [{" + fault + "}]\nrepeatLast: true");
        // When
        GatewayClient.Reply reply = bed.client().chat(FaultBed.ALONE, false);
        // Then
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.retryAfter()).isBetween(least, most);
    }

    @Test
    @DisplayName("F6: while every deployment is cooling, the least bad one is probed before its time and can answer")
    void leastBadIsProbed() throws Exception {
        // Given
        open(FaultBed.FIRST, "attempts: [{status: 429, headers: {retry-after: '30'}}]\nrepeatLast: true");
        open(FaultBed.SECOND);
        int first = bed.asked(FaultBed.FIRST).size();
        bed.first("{}").second("{}");
        Instant opened = Instant.now();
        // When
        FaultBed.within(ofSeconds(3))
                .until(() -> bed.client().chat(FaultBed.TASK, false).status() == 200);
        // Then: well within the cooldown of 3 s, and the one that asked for 30 s is left alone
        assertThat(Duration.between(opened, Instant.now())).isLessThan(ofSeconds(2));
        assertThat(breaker(FaultBed.SECOND).getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(first);
    }

    @Test
    @DisplayName("F6: the probe of deployments that stay down is one call a second, whoever calls")
    void probesAreFew() throws Exception {
        // Given
        open(FaultBed.FIRST);
        int asked = bed.asked(FaultBed.FIRST).size();
        Instant end = Instant.now().plusMillis(2500);
        // When
        int calls = 0;
        while (Instant.now().isBefore(end)) {
            bed.client().chat(FaultBed.ALONE, false);
            calls++;
        }
        // Then
        assertThat(calls).isGreaterThan(20);
        assertThat(bed.asked(FaultBed.FIRST).size() - asked).isBetween(1, 3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("J4: an operator forces a breaker open or closed, whatever calls do, and resets it")
    void operatorsDecide(boolean open) throws Exception {
        // Given
        bed.first(open ? "{}" : DOWN);
        // When
        breakers().force(deployment(FaultBed.FIRST), open).join();
        for (int i = 0; i < 8; i++) {
            bed.client().chat(FaultBed.TASK, false);
        }
        int asked = bed.asked(FaultBed.FIRST).size();
        breakers().reset(deployment(FaultBed.FIRST)).join();
        bed.first("{}").client().chat(FaultBed.TASK, false);
        // Then
        assertThat(asked).isEqualTo(open ? 0 : 16);
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(asked + 1);
    }

    @Test
    @DisplayName("J1 A8: a pinned call to a deployment with an open breaker learns when to come back")
    void pinnedCallLearnsWhenToComeBack() throws Exception {
        // Given
        open(FaultBed.FIRST);
        int asked = bed.asked(FaultBed.FIRST).size();
        // When
        GatewayClient.Reply reply = bed.client().chat(FaultBed.FIRST, false);
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.retryAfter()).isBetween(1, 3);
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(asked);
        assertThat(decision.path("errorCode").textValue()).isEqualTo("breaker_open");
        assertThat(decision.path("candidates").findValuesAsText("reason")).containsOnly("breaker_open");
    }

    /** By five failed attempts. */
    private void open(String deployment) throws Exception {
        open(deployment, DOWN);
    }

    private void open(String deployment, String script) throws Exception {
        boolean first = deployment.equals(FaultBed.FIRST);
        (first ? bed.first(script) : bed.second(script)).client();
        String task = first ? FaultBed.ALONE : FaultBed.LARGE_FIRST;
        while (breaker(deployment).getState() != CircuitBreaker.State.OPEN) {
            bed.client().chat(task, false);
            assertThat(bed.asked(deployment)).hasSizeLessThanOrEqualTo(5);
        }
    }

    private CircuitBreaker breaker(String name) {
        return breakers().of(deployment(name));
    }

    private Breakers breakers() {
        return bed.gateway().bean(Breakers.class);
    }

    private Deployment deployment(String name) {
        return bed.gateway().bean(Catalogue.class).current().find(name).orElseThrow();
    }
}
