/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
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

import static dev.serai.gateway.CacheBed.ACME;
import static dev.serai.gateway.CacheBed.ACME_TOO;
import static dev.serai.gateway.CacheBed.COST;
import static dev.serai.gateway.CacheBed.HURRIED;
import static dev.serai.gateway.CacheBed.SHARED;
import static dev.serai.gateway.CacheBed.newQuestion;
import static org.assertj.core.api.Assertions.assertThat;

/** How calls end that share an answer, where it does not come whole to all of them. */
@DisplayName("M3 L8: calls that share an answer end")
class CoalesceEndsTest {
    private final String question = newQuestion();
    private CacheBed bed;

    @BeforeEach
    void fresh() {
        bed = CacheBed.fresh();
    }

    @ParameterizedTest(name = "streamed: {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "M3 H5: the client of the call that makes the answer leaves: it goes on for the others, and pays its part")
    void goesOnWithoutTheFirst(boolean stream) throws Exception {
        // Given
        bed.script(CacheBed.SLOW);
        RawClient first = bed.leaving(ACME, SHARED, stream, question);
        PatternBed.within(CacheBed.SOON).until(() -> bed.asked().size() == 1);
        CompletableFuture<HttpResponse<String>> joined = bed.chatLater(ACME_TOO, SHARED, stream, question);
        bed.awaitJoined(1);
        // When
        first.reset();
        // Then
        HttpResponse<String> response = joined.join();
        assertThat(response.body()).contains("ten").doesNotContain("error");
        assertThat(bed.asked()).extracting(SimRequest::outcome).containsExactly(SimRequest.Outcome.COMPLETED);
        assertThat(bed.settled(response).credit()).isEqualTo(COST / 2);
        String maker = bed.recordOf(response).at("/shared/original").textValue();
        assertThat(bed.ledger().settled(maker).cost()).isEqualTo(COST / 2);
        assertThat(bed.ledger().settled(maker).credit()).isEqualTo(COST / 2);
    }

    @ParameterizedTest(name = "streamed: {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName("M3 H5: all clients leave: the provider's call is aborted, and nothing is held any more")
    void endsWithTheLast(boolean stream) throws Exception {
        // Given
        bed.script(CacheBed.SLOW.replace("300ms", "1500ms"));
        int before = bed.gateway().recordsAtRest();
        RawClient first = bed.leaving(ACME, SHARED, stream, question);
        PatternBed.within(CacheBed.SOON).until(() -> bed.asked().size() == 1);
        RawClient second = bed.leaving(ACME_TOO, SHARED, stream, question);
        bed.awaitJoined(1);
        // When
        first.reset();
        second.reset();
        // Then
        PatternBed.within(Duration.ofSeconds(3))
                .until(() -> bed.asked().get(0).outcome() == SimRequest.Outcome.CLIENT_CLOSED);
        PatternBed.within(CacheBed.SOON).until(() -> bed.gateway().records().size() == before + 2);
        assertThat(bed.ledger().problems()).isEmpty();
        assertThat(bed.ledger().number("select count(*) from ledger_hold")).isZero();
    }

    @Test
    @DisplayName(
            "L2 L8: who leaves a shared stream bears its part of the cost, and is charged its part of what it was handed")
    void chargesForWhatWasHanded() throws Exception {
        // Given
        bed.script(CacheBed.SLOW);
        int before = bed.gateway().recordsAtRest();
        CompletableFuture<HttpResponse<String>> first = bed.chatLater(ACME, SHARED, true, question);
        PatternBed.within(CacheBed.SOON).until(() -> bed.asked().size() == 1);
        RawClient second = bed.leaving(ACME_TOO, SHARED, true, question);
        // When
        second.readUntil("three");
        second.reset();
        // Then
        LedgerRows.Settled maker = bed.settled(first.join());
        assertThat(maker.cost()).isEqualTo(COST / 2);
        assertThat(maker.credit()).isEqualTo(COST / 2);
        PatternBed.within(CacheBed.SOON).until(() -> bed.gateway().records().size() == before + 2);
        JsonNode left = bed.gateway().records().stream()
                .skip(before)
                .filter(entry -> entry.path("outcome").asText().equals("cancelled"))
                .findFirst()
                .orElseThrow();
        LedgerRows.Settled settled = bed.ledger().settled(left.path("requestId").textValue());
        assertThat(settled.cost()).isEqualTo(COST / 2);
        long tokens = (2 * settled.credit() - 200_000) / 10_000;
        assertThat(settled.credit()).isEqualTo((200_000 + tokens * 10_000) / 2);
        assertThat(tokens).isBetween(1L, 49L);
        assertThat(bed.ledger().problems()).isEmpty();
    }

    @Test
    @DisplayName(
            "L1 M3: each holds its own money: who has none is refused, and who shares is charged to its own budget")
    void holdsItsOwnMoney() {
        // Given
        bed.script(CacheBed.LATE).limit(CacheBed.budget(ACME_TOO, 1));
        CompletableFuture<HttpResponse<String>> first = bed.chatLater(ACME, SHARED, false, question);
        PatternBed.within(CacheBed.SOON).until(() -> bed.asked().size() == 1);
        // When
        HttpResponse<String> refused = bed.chat(ACME_TOO, SHARED, false, question);
        HttpResponse<String> other = bed.chat(ACME, SHARED, false, question);
        // Then
        assertThat(refused.statusCode()).isEqualTo(402);
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(bed.settled(first.join()).credit()).isEqualTo(COST / 2);
        assertThat(bed.settled(other).credit()).isEqualTo(COST / 2);
        assertThat(bed.asked()).hasSize(1);
        assertThat(bed.ledger().problems()).isEmpty();
    }

    @ParameterizedTest(name = "streamed: {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName("M3 F2: the provider's failure is everybody's, and costs nobody anything")
    void sharesFailures(boolean stream) throws Exception {
        // Given
        bed.script("attempts: [{status: 500, latency: 2s}]");
        // When
        List<HttpResponse<String>> responses = bed.atOnce(question, 5, SHARED, stream);
        // Then
        assertThat(responses).extracting(HttpResponse::statusCode).containsOnly(503);
        assertThat(bed.asked()).hasSize(1);
        assertThat(bed.recordsOf(responses).values())
                .allMatch(entry -> entry.path("outcome").asText().equals("provider_unavailable"))
                .noneMatch(entry -> entry.has("providerCostUsd"));
        assertThat(bed.ledger().problems()).isEmpty();
        assertThat(bed.ledger().number("select count(*) from ledger_hold")).isZero();
    }

    @Test
    @DisplayName("M3 H4: a stream that breaks ends for all with the error, and its beginning is paid in parts")
    void breaksForAll() throws Exception {
        // Given
        bed.script(CacheBed.WORDS + "firstTokenDelay: 2s\nattempts: [{cutAfter: 5}]\nrepeatLast: true");
        // When
        List<HttpResponse<String>> responses = bed.atOnce(question, 3, SHARED, true);
        // Then
        assertThat(CacheBed.bodies(responses))
                .allSatisfy(
                        body -> assertThat(body).contains("five", "\"error\"").doesNotContain("[DONE]"));
        long cost = responses.stream()
                .mapToLong(response -> bed.settled(response).cost())
                .sum();
        JsonNode attempt = bed.recordOf(bed.maker(responses)).at("/attempts/0");
        assertThat(cost).isEqualTo(FundsBed.nanos(attempt.path("costUsd"))).isPositive();
        assertThat(responses)
                .allSatisfy(
                        response -> assertThat(bed.settled(response).credit()).isPositive());
        assertThat(bed.ledger().problems()).isEmpty();
    }

    @Test
    @DisplayName("G1 M3: the end of its time is the maker's own: the others go their own way")
    void goesItsOwnWay() throws Exception {
        // Given
        bed.script(CacheBed.WORDS + "attempts: [{silence: true}]");
        CompletableFuture<HttpResponse<String>> first = bed.chatLater(ACME, HURRIED, false, question);
        PatternBed.within(CacheBed.SOON).until(() -> bed.asked().size() == 1);
        double left = bed.count("serai.coalesced.calls", "result", "left");
        // When
        List<CompletableFuture<HttpResponse<String>>> others = new ArrayList<>();
        // it has to be younger than the first by more than the second call takes
        PatternBed.within(CacheBed.SOON)
                .pollDelay(Duration.ofMillis(900))
                .until(() -> others.add(bed.chatLater(ACME_TOO, HURRIED, false, question)));
        HttpResponse<String> other = others.get(0).join();
        // Then
        assertThat(first.join().statusCode()).isEqualTo(504);
        assertThat(other.statusCode()).isEqualTo(200);
        assertThat(bed.asked()).hasSize(2);
        assertThat(bed.count("serai.coalesced.calls", "result", "left")).isEqualTo(left + 1);
        assertThat(bed.settled(other).credit()).isEqualTo(COST);
        assertThat(bed.recordOf(other).has("shared")).isFalse();
    }
}
