/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimRequest;

import static dev.serai.gateway.CacheBed.ACME;
import static dev.serai.gateway.CacheBed.ACME_TOO;
import static dev.serai.gateway.CacheBed.BOTH;
import static dev.serai.gateway.CacheBed.CHECKED;
import static dev.serai.gateway.CacheBed.COST;
import static dev.serai.gateway.CacheBed.GLOBEX;
import static dev.serai.gateway.CacheBed.SHARED;
import static dev.serai.gateway.CacheBed.newQuestion;
import static org.assertj.core.api.Assertions.assertThat;

/** Calls that ask the same at the same time. */
@DisplayName("M3 L8: calls that share an answer")
class CoalesceTest {
    private final String question = newQuestion();
    private CacheBed bed;

    @BeforeEach
    void fresh() {
        bed = CacheBed.fresh();
    }

    @ParameterizedTest
    @CsvSource({"21, false", "3, true"})
    @DisplayName("M3 L8: many at once are one call of the provider's; the parts are the whole to the billionth")
    void splitsTheCost(int calls, boolean stream) {
        // Given
        bed.script(CacheBed.LATE);
        // When
        List<HttpResponse<String>> responses = bed.atOnce(question, calls, SHARED, stream);
        // Then
        assertThat(responses).extracting(HttpResponse::statusCode).containsOnly(200);
        assertThat(CacheBed.bodies(responses)).hasSize(1).first().asString().contains("nine");
        assertThat(bed.asked()).hasSize(1);
        long part = COST / calls;
        long rest = COST - (calls - 1) * part;
        assertThat(rest).isNotEqualTo(part);
        Map<String, JsonNode> records = bed.recordsOf(responses);
        HttpResponse<String> maker = bed.maker(responses);
        assertThat(bed.settled(maker))
                .isEqualTo(new LedgerRows.Settled(
                        rest, rest, "ok", "kept", List.of("kept " + COST, "share kept " + (rest - COST)), 0));
        assertThat(responses)
                .filteredOn(response -> response != maker)
                .hasSize(calls - 1)
                .allSatisfy(joined -> {
                    assertThat(bed.settled(joined))
                            .isEqualTo(
                                    new LedgerRows.Settled(part, part, "ok", "kept", List.of("share kept " + part), 0));
                    JsonNode entry = records.get(DoorHttp.requestId(joined));
                    assertThat(entry.at("/shared/role").textValue()).isEqualTo("joined");
                    assertThat(entry.at("/shared/original").textValue()).isEqualTo(DoorHttp.requestId(maker));
                    assertThat(entry.path("attempts")).isEmpty();
                    assertThat(FundsBed.nanos(entry.path("providerCostUsd"))).isEqualTo(part);
                    assertThat(FundsBed.nanos(entry.at("/money/chargedUsd"))).isEqualTo(part);
                    assertThat(FundsBed.nanos(entry.at("/money/reservedUsd"))).isGreaterThanOrEqualTo(part);
                });
        JsonNode made = records.get(DoorHttp.requestId(maker));
        assertThat(made.at("/shared/calls").intValue()).isEqualTo(calls);
        assertThat(FundsBed.nanos(made.path("providerCostUsd"))).isEqualTo(rest);
        assertThat(bed.ledger().problems()).isEmpty();
    }

    @Test
    @DisplayName("M3 H2: a stream that is joined comes as it is made, from its beginning")
    void streamsAlong() throws Exception {
        // Given
        bed.script(CacheBed.SLOW);
        try (RawClient first = bed.leaving(ACME, SHARED, true, question)) {
            first.readUntil("three");
            // When
            try (RawClient second = bed.leaving(ACME_TOO, SHARED, true, question)) {
                String beginning = second.readUntil("three");
                // Then
                assertThat(beginning).contains("one", "two").doesNotContain("nine");
                assertThat(bed.asked()).extracting(SimRequest::outcome).containsExactly(SimRequest.Outcome.RUNNING);
                assertThat(second.readUntil("[DONE]\n\n")).contains("ten");
                assertThat(first.readUntil("[DONE]\n\n")).contains("ten");
            }
        }
        assertThat(bed.ledger().problems()).isEmpty();
    }

    @Test
    @DisplayName("M3: what differs in who asks, how urgently, in which form or how fresh, is not shared")
    void keepsApart() {
        // Given
        bed.script(CacheBed.LATE);
        // When
        List<CompletableFuture<HttpResponse<String>>> calls = List.of(
                bed.chatLater(ACME, SHARED, false, question),
                bed.chatLater(ACME, SHARED, true, question),
                bed.chatLater(GLOBEX, SHARED, false, question),
                bed.chatLater(CacheBed.ACME_URGENT, SHARED, false, question),
                bed.chatLater(ACME, SHARED, false, question, "Cache-Control", "no-cache"),
                bed.chatLater(ACME, SHARED, false, question, "Idempotency-Key", IdempotencyBed.newKey()),
                bed.chatLater(ACME, CacheBed.UNKEPT, false, question));
        // Then
        assertThat(calls).allSatisfy(call -> assertThat(bed.settled(call.join()).credit())
                .isEqualTo(COST));
        assertThat(bed.asked()).hasSize(calls.size());
    }

    @Test
    @DisplayName(
            "L2 L8: every cost of a shared answer is split, an invalid answer's too; the price is that of the one that stands")
    void splitsEveryCost() {
        // Given
        bed.script(CacheBed.LATE).script(CacheBed.SPARE, "answer: '{\"sum\": 4}'");
        // When
        List<HttpResponse<String>> responses = bed.atOnce(question, 3, CHECKED, false);
        // Then
        assertThat(responses).extracting(HttpResponse::statusCode).containsOnly(200);
        Map<String, JsonNode> records = bed.recordsOf(responses);
        HttpResponse<String> maker = responses.stream()
                .filter(response -> records.get(DoorHttp.requestId(response))
                                .path("attempts")
                                .size()
                        == 2)
                .findFirst()
                .orElseThrow();
        long part = COST / 3;
        long others = 2 * part;
        assertThat(bed.settled(maker))
                .isEqualTo(new LedgerRows.Settled(
                        2 * (COST - others),
                        COST - others,
                        "ok",
                        "spare",
                        List.of("kept " + COST, "spare " + COST, "share kept -" + others, "share spare -" + others),
                        0));
        assertThat(responses).filteredOn(response -> response != maker).allSatisfy(joined -> assertThat(
                        bed.settled(joined))
                .isEqualTo(new LedgerRows.Settled(
                        2 * part, part, "ok", "spare", List.of("share kept " + part, "share spare " + part), 0)));
        assertThat(bed.ledger().problems()).isEmpty();
    }

    @Test
    @DisplayName("M1 M3: a shared answer is kept as any other, once")
    void isKeptToo() {
        // Given
        bed.script(CacheBed.LATE);
        double kept = bed.count("serai.cache.answers", "task", BOTH, "result", "kept");
        bed.atOnce(question, 3, BOTH, true);
        // When
        HttpResponse<String> hit = bed.chat(ACME, BOTH, true, question);
        // Then
        assertThat(bed.cacheOf(hit)).isEqualTo("hit");
        assertThat(bed.settled(hit).credit()).isZero();
        assertThat(bed.asked()).hasSize(1);
        assertThat(bed.count("serai.cache.answers", "task", BOTH, "result", "kept"))
                .isEqualTo(kept + 1);
    }
}
