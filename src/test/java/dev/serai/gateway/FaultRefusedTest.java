/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** Faults that no other deployment can mend, and outages of all of them: one clean error with its real status (F2, H1). */
class FaultRefusedTest {
    private static final String A = FaultBed.FIRST + " ";
    private static final String B = FaultBed.SECOND + " ";

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F2: a request that the provider calls invalid is not tried elsewhere")
    void invalidRequest(boolean stream) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("[{status: 400}]");
        // When
        GatewayClient.Reply reply = ask(bed, FaultBed.TASK, stream);
        // Then
        assertThat(reply.status()).isEqualTo(400);
        assertThat(FaultBed.attempts(bed.onlyRecord(reply.requestId()))).isEqualTo(List.of(A + "invalid_request"));
        assertThat(bed.asked(FaultBed.SECOND)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F4 H1: all deployments down is a real 503, after no more attempts than the cap")
    void allDown(boolean stream) throws Exception {
        // Given
        String down = "attempts: [{status: 503}]\nrepeatLast: true";
        FaultBed bed = FaultBed.fresh().first(down).second(down);
        // When
        GatewayClient.Reply reply = ask(bed, FaultBed.TASK, stream);
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.contentType()).startsWith("application/json");
        assertThat(FaultBed.attempts(decision))
                .isEqualTo(List.of(
                        A + "provider_unavailable",
                        A + "provider_unavailable",
                        B + "provider_unavailable",
                        B + "provider_unavailable"));
        assertThat(decision.path("outcome").textValue()).isEqualTo("provider_unavailable");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F2 F6: all deployments limited is a 429 with the smallest Retry-After")
    void allLimited(boolean stream) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh()
                .first("attempts: [{status: 429, headers: {retry-after: '20'}}]\nrepeatLast: true")
                .second("attempts: [{status: 429, headers: {retry-after: '40'}}]\nrepeatLast: true");
        // When
        GatewayClient.Reply reply = ask(bed, FaultBed.TASK, stream);
        // Then
        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.retryAfter()).isEqualTo(20);
        assertThat(FaultBed.attempts(bed.onlyRecord(reply.requestId())))
                .isEqualTo(List.of(A + "rate_limited", B + "rate_limited"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F2: a quota that is used up everywhere has no Retry-After")
    void allQuotasUsedUp(boolean stream) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("[{quota: true}]").second("[{quota: true}]");
        // When
        GatewayClient.Reply reply = ask(bed, FaultBed.TASK, stream);
        // Then
        assertThat(reply.status()).isIn(429, 503);
        assertThat(reply.retryAfter()).isNull();
        assertThat(FaultBed.attempts(bed.onlyRecord(reply.requestId())))
                .isEqualTo(List.of(A + "quota_exhausted", B + "quota_exhausted"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("G2: silence everywhere is a 504; each deployment is asked once")
    void allSilent(boolean stream) throws Exception {
        // Given
        String silent = "attempts: [{silence: true}]\nrepeatLast: true";
        FaultBed bed = FaultBed.fresh().first(silent).second(silent);
        // When
        GatewayClient.Reply reply = ask(bed, FaultBed.TASK, stream);
        // Then
        assertThat(reply.status()).isEqualTo(504);
        assertThat(FaultBed.attempts(bed.onlyRecord(reply.requestId())))
                .isEqualTo(List.of(A + "deadline_exceeded", B + "deadline_exceeded"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F2: the only deployment's Retry-After is waited for where it fits the deadline")
    void waitsForRetryAfter(boolean stream) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("[{status: 429, headers: {retry-after: '2'}}]");
        // When
        GatewayClient.Reply reply = ask(bed, FaultBed.ALONE, stream);
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.text()).isEqualTo(FaultBed.FIRST_ANSWER);
        assertThat(FaultBed.attempts(decision)).isEqualTo(List.of(A + "rate_limited", A + "ok"));
        assertThat(decision.at("/attempts/1/startedAfterMs").longValue()).isGreaterThanOrEqualTo(2000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F4: a Retry-After beyond the deadline is not waited for")
    void doesNotWaitBeyondTheDeadline(boolean stream) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("[{status: 429, headers: {retry-after: '30'}}]");
        // When
        GatewayClient.Reply reply = assertTimeoutPreemptively(
                Duration.ofSeconds(3), () -> bed.client().chat(FaultBed.ALONE, stream));
        // Then
        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.retryAfter()).isEqualTo(30);
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F2: a model's refusal is its answer, and the record says so")
    void refusal(boolean stream) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("[{refusal: true}]");
        // When
        GatewayClient.Reply reply = ask(bed, FaultBed.TASK, stream);
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.isDone()).isEqualTo(stream);
        assertThat(FaultBed.attempts(decision)).isEqualTo(List.of(A + "ok"));
        assertThat(decision.path("advice").textValue()).isEqualTo("policy_rejection");
        assertThat(bed.asked(FaultBed.SECOND)).isEmpty();
    }

    private static GatewayClient.Reply ask(FaultBed bed, String task, boolean stream) {
        return assertTimeoutPreemptively(FaultBed.NO_HANG, () -> bed.client().chat(task, stream));
    }
}
