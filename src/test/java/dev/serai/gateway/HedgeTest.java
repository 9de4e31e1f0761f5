/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code kamelet:hedge} over sockets (I3, I8, I9, G3, F4). */
class HedgeTest {
    private static final String AFTER_200 = "after-200";
    private static final String SLOW = "latency: 8s";

    private PatternBed bed;

    @BeforeEach
    void quickDeployments() {
        bed = PatternBed.on(PatternBed.setup()
                .file("routes/tasks/h1.yaml", hedged(AFTER_200, "", "after=200ms&budget=1"))
                .file("routes/tasks/h2.yaml", hedged("after-5s", "", "after=5s&budget=0"))
                .file("routes/tasks/h3.yaml", hedged("one-in-ten", "", "after=50ms&budget=0.1"))
                .file("routes/tasks/h4.yaml", hedged("tracked", "", "after=p95&budget=1"))
                .file("routes/tasks/h5.yaml", hedged("one-attempt", ", maxAttempts: 1", "after=200ms&budget=1"))
                .file(
                        "routes/tasks/h6.yaml",
                        PatternBed.task(
                                "narrow",
                                "maxAttempts: 4",
                                "kamelet:hedge?primary=alpha&hedge=gamma&after=200ms&budget=1"))
                .file("routes/tasks/h7.yaml", PatternBed.task("gamma-alone", "maxAttempts: 1", "deployment:gamma")));
    }

    private static String hedged(String name, String parameters, String options) {
        String contract = "attemptTimeout: 9s, firstToken: 9s" + parameters;
        return PatternBed.task(name, contract, "kamelet:hedge?primary=alpha&hedge=beta&" + options);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "I3 I8: a slow primary is hedged; it loses, is closed within a second, and is in the record with its tokens")
    void theHedgeWins(boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, SLOW);
        // When
        GatewayClient.Reply reply = bed.client().chat(AFTER_200, stream);
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        bed.awaitAborted(PatternBed.ALPHA);
        JsonNode decision = bed.recordOf(reply);
        assertThat(FaultBed.attempts(decision)).isEqualTo(List.of("alpha lost", "beta ok"));
        assertThat(PatternBed.attempt(decision, "beta").path("role").textValue())
                .isEqualTo("hedge");
        assertThat(decision.path("deployment").textValue()).isEqualTo("beta");
        assertThat(decision.path("fallbackStep").intValue()).isEqualTo(1);
        JsonNode loser = PatternBed.attempt(decision, "alpha");
        assertThat(loser.path("usage").path("input").longValue()).isPositive();
        assertThat(loser.path("usageEstimated").booleanValue()).isTrue();
        assertThat(loser.path("durationMs").longValue()).isBetween(200L, 5000L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("J1: a request that lost is neither a success nor a failure to its breaker")
    void losersDoNotCount(boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, SLOW);
        // When
        bed.client().chat(AFTER_200, stream);
        bed.awaitAborted(PatternBed.ALPHA);
        // Then
        PatternBed.within(PatternBed.AT_ONCE)
                .until(() -> bed.counted(PatternBed.BETA).calls() == 1);
        assertThat(bed.counted(PatternBed.BETA).failed()).isZero();
        assertThat(bed.counted(PatternBed.ALPHA).calls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I3: the primary wins where it answers first after all; the hedge is aborted")
    void thePrimaryWins(boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "latency: 900ms").script(PatternBed.BETA, SLOW);
        // When
        GatewayClient.Reply reply = bed.client().chat(AFTER_200, stream);
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        bed.awaitAborted(PatternBed.BETA);
        JsonNode decision = bed.recordOf(reply);
        assertThat(FaultBed.attempts(decision)).isEqualTo(List.of("alpha ok", "beta lost"));
        assertThat(decision.path("deployment").textValue()).isEqualTo("alpha");
        assertThat(decision.path("fallbackStep").intValue()).isZero();
    }

    @Test
    @DisplayName("I3 H2: the preamble of a stream wins nothing, its first content does")
    void thePreambleDoesNotWin() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "firstTokenDelay: 8s").script(PatternBed.BETA, "tokenDelay: 100ms\ntokens: 10");
        // When
        GatewayClient.Reply reply = bed.client().chat(AFTER_200, true);
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        assertThat(reply.isDone()).isTrue();
        bed.awaitAborted(PatternBed.ALPHA);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I3: a quick primary is not hedged, and a stream that has begun isn't either")
    void noHedge(boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, stream ? "tokenDelay: 250ms" : "seed: 1");
        // When
        GatewayClient.Reply reply = bed.client().chat("after-5s", stream);
        GatewayClient.Reply begun = stream ? bed.client().chat(AFTER_200, true) : reply;
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        assertThat(begun.text()).isEqualTo("alpha says so");
        assertThat(bed.asked(PatternBed.BETA)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status: 400", "contentFilter: true", "contextLength: true"})
    @DisplayName("I3: after a deterministic error nobody else is asked")
    void deterministicErrors(String fault) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "attempts: [{" + fault + ", latency: 50ms}]");
        // When
        GatewayClient.Reply reply = bed.client().chat("after-5s", false);
        // Then
        assertThat(reply.status()).isEqualTo(400);
        assertThat(bed.asked(PatternBed.BETA)).isEmpty();
        assertThat(bed.recordOf(reply).path("durationMs").longValue()).isLessThan(4000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I3 F2: a primary that fails is a fallback at once: no waiting, and nothing of the budget")
    void failureIsFallback(boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "attempts: [{status: 503}]\nrepeatLast: true");
        // When
        GatewayClient.Reply reply = bed.client().chat("after-5s", stream);
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        JsonNode decision = bed.recordOf(reply);
        assertThat(PatternBed.attempt(decision, "beta").has("role")).isFalse();
        assertThat(decision.path("durationMs").longValue()).isLessThan(4000);
    }

    @Test
    @DisplayName("I3: both fail: the call fails with what the deployments said")
    void bothFail() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "attempts: [{status: 500, latency: 400ms}]\nrepeatLast: true")
                .script(PatternBed.BETA, "attempts: [{status: 503}]\nrepeatLast: true");
        // When
        GatewayClient.Reply reply = bed.client().chat(AFTER_200, false);
        // Then
        assertThat(reply.status()).isEqualTo(503);
        assertThat(bed.recordOf(reply).path("attempts")).hasSize(4);
    }

    @Test
    @DisplayName("I3: no more of the calls hedge than the budget allows, however many are slow")
    void theBudgetHolds() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "latency: 400ms");
        List<CompletableFuture<GatewayClient.Reply>> calls = new ArrayList<>();
        double refused = bed.count("serai.hedges", "task", "one-in-ten", "result", "no_budget");
        // When
        for (int i = 0; i < 60; i++) {
            calls.add(bed.client().chatAsync("one-in-ten", i % 2 == 0, "Question " + i));
        }
        List<GatewayClient.Reply> replies =
                calls.stream().map(CompletableFuture::join).toList();
        // Then: the share of sixty, and the one that is there at the start
        assertThat(replies).allMatch(reply -> reply.status() == 200);
        assertThat(bed.asked(PatternBed.BETA)).hasSizeBetween(5, 7);
        assertThat(bed.count("serai.hedges", "task", "one-in-ten", "result", "no_budget") - refused)
                .isGreaterThan(30);
    }

    @Test
    @DisplayName("I3 F4: the cap on attempts holds over the lanes")
    void theCapHolds() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "latency: 700ms");
        // When
        GatewayClient.Reply reply = bed.client().chat("one-attempt", false);
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        assertThat(bed.asked(PatternBed.BETA)).isEmpty();
    }

    @Test
    @DisplayName("I3: a hedge deployment with an open or half-open breaker is left alone")
    void openBreaker() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "latency: 700ms");
        bed.breaker(PatternBed.BETA).transitionToOpenState();
        bed.breaker(PatternBed.BETA).transitionToHalfOpenState();
        // When
        GatewayClient.Reply reply = bed.client().chat(AFTER_200, false);
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        assertThat(bed.asked(PatternBed.BETA)).isEmpty();
    }

    @Test
    @DisplayName("I3: a hedge deployment without a free connection is left alone")
    void fullPool() throws Exception {
        // Given
        bed.script(PatternBed.GAMMA, "latency: 3s").script(PatternBed.ALPHA, "latency: 700ms");
        CompletableFuture<GatewayClient.Reply> busy = bed.client().chatAsync("gamma-alone", false, "Hi");
        PatternBed.within(Duration.ofSeconds(3))
                .until(() -> bed.asked(PatternBed.GAMMA).size() == 1);
        // When
        GatewayClient.Reply reply = bed.client().chat("narrow", false);
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        assertThat(bed.recordOf(reply).path("attempts")).hasSize(1);
        assertThat(busy.join().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("G3: p95 is what this model takes on this task; before enough is known there is no hedge")
    void trackedDelay(boolean stream) throws Exception {
        // Given
        for (int i = 0; i < 25; i++) {
            bed.client().chat("tracked", stream);
        }
        bed.gateway().recordsAtRest();
        bed.gateway().journal().clear();
        bed.script(PatternBed.ALPHA, SLOW);
        // When
        GatewayClient.Reply reply = bed.client().chat("tracked", stream);
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        assertThat(bed.recordOf(reply).path("durationMs").longValue()).isLessThan(5000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("H5: a client that leaves takes both requests with it")
    void clientLeaves(boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, SLOW).script(PatternBed.BETA, SLOW);
        int before = bed.gateway().recordsAtRest();
        // When
        try (RawClient client = new RawClient(bed.gateway())) {
            client.send(AFTER_200, stream, "Hi");
            PatternBed.within(Duration.ofSeconds(3))
                    .until(() -> bed.asked(PatternBed.BETA).size() == 1);
        }
        // Then
        PatternBed.within(PatternBed.AT_ONCE).until(() -> bed.gateway().journal().requests().stream()
                .allMatch(request -> request.outcome() == SimRequest.Outcome.CLIENT_CLOSED));
        PatternBed.within(Duration.ofSeconds(4))
                .until(() -> bed.gateway().records().size() > before);
        assertThat(FaultBed.attempts(bed.gateway().records().get(before)))
                .isEqualTo(List.of("alpha cancelled", "beta cancelled"));
    }
}
