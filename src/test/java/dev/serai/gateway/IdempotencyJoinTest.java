/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimRequest;

import static dev.serai.gateway.IdempotencyBed.KEYED;
import static dev.serai.gateway.IdempotencyBed.UNKEPT;
import static dev.serai.gateway.IdempotencyBed.isReplayed;
import static dev.serai.gateway.IdempotencyBed.newKey;
import static dev.serai.gateway.IdempotencyBed.withoutHeartbeats;
import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("M4: calls that come with the same idempotency key at the same time")
class IdempotencyJoinTest {
    private static final int WORDS = 13;
    /** Longer than the lease of one second. */
    private static final String SLOW = "answer: " + "word ".repeat(WORDS) + "\ntokenDelay: 100ms";

    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofSeconds(5);

    private final String key = newKey();
    private IdempotencyBed bed;

    @BeforeEach
    void fresh() {
        bed = IdempotencyBed.fresh();
    }

    @ParameterizedTest
    @CsvSource({KEYED + ", false", KEYED + ", true", UNKEPT + ", false", UNKEPT + ", true"})
    @DisplayName("M4: 20 at once are one call of the provider's, and each gets the same bytes, kept or not")
    void joinsTheRunningCall(String task, boolean stream) {
        // Given
        bed.script(SLOW);
        // When
        List<CompletableFuture<HttpResponse<String>>> calls = IntStream.range(0, 20)
                .mapToObj(call -> bed.chatLater(key, task, stream))
                .toList();
        List<HttpResponse<String>> responses =
                calls.stream().map(CompletableFuture::join).toList();
        // Then
        assertThat(responses).extracting(HttpResponse::statusCode).containsOnly(200);
        Set<String> bodies = responses.stream()
                .map(response -> withoutHeartbeats(response.body()))
                .collect(Collectors.toSet());
        assertThat(bodies).hasSize(1);
        assertThat(bed.asked()).hasSize(1);
        List<JsonNode> records = responses.stream()
                .map(response -> bed.gateway().awaitRecord(DoorHttp.requestId(response)))
                .toList();
        List<JsonNode> made = records.stream()
                .filter(entry -> entry.at("/idempotency/answer").asText().equals("made"))
                .toList();
        assertThat(made).hasSize(1);
        assertThat(made.get(0).path("attempts")).hasSize(1);
        String original = made.get(0).path("requestId").textValue();
        assertThat(records)
                .filteredOn(entry -> entry.at("/idempotency/original").asText().equals(original))
                .hasSize(19)
                .allSatisfy(entry -> assertThat(entry.path("attempts")).isEmpty())
                .noneMatch(entry -> entry.has("money"));
        assertThat(made.get(0).at("/money/chargedUsd").doubleValue()).isPositive();
        assertThat(responses).filteredOn(IdempotencyBed::isReplayed).hasSize(19);
    }

    @Test
    @DisplayName("M4 H3: a stream that joins gets what there is as it comes, and heartbeats before that")
    void streamsAlong() throws Exception {
        // Given
        bed.script("answer: one two three\nfirstTokenDelay: 1500ms\ntokenDelay: 800ms");
        try (RawClient first = bed.leaving(key, KEYED, true);
                RawClient second = bed.leaving(key, KEYED, true)) {
            // When
            String head = second.readUntil(": heartbeat\n\n");
            second.readUntil("one");
            // Then
            assertThat(head).contains("HTTP/1.1 200");
            assertThat(bed.asked()).extracting(SimRequest::outcome).containsExactly(SimRequest.Outcome.RUNNING);
            assertThat(second.readUntil("[DONE]\n\n")).contains("three");
            assertThat(first.readUntil("[DONE]\n\n")).contains("three");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("M4 H5: the first client leaves: the call goes on for those who joined, and its answer is kept")
    void goesOnWithoutTheFirst(boolean stream) throws Exception {
        // Given
        bed.script(SLOW);
        RawClient first = bed.leaving(key, KEYED, stream);
        FaultBed.within(SOON).until(() -> bed.asked().size() == 1);
        CompletableFuture<HttpResponse<String>> joined = bed.chatLater(key, KEYED, stream);
        awaitJoined(2);
        // When
        first.reset();
        // Then
        HttpResponse<String> response = joined.join();
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(isReplayed(response)).isTrue();
        assertThat(response.body()).contains("word").doesNotContain("error");
        HttpResponse<String> replayed = bed.chat(key, KEYED, stream);
        assertThat(replayed.body()).isEqualTo(withoutHeartbeats(response.body()));
        assertThat(bed.asked()).extracting(SimRequest::outcome).containsExactly(SimRequest.Outcome.COMPLETED);
        JsonNode made = bed.gateway()
                .awaitRecord(bed.gateway()
                        .awaitRecord(DoorHttp.requestId(response))
                        .at("/idempotency/original")
                        .textValue());
        assertThat(made.path("outcome").textValue()).isEqualTo("ok");
        assertThat(made.at("/attempts/0/usage/output").intValue()).isEqualTo(WORDS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("M4 H5: all clients leave: the provider's call is aborted within a second, and the key is free")
    void endsWithTheLast(boolean stream) throws Exception {
        // Given
        bed.script(SLOW.replace("100ms", "400ms"));
        RawClient first = bed.leaving(key, KEYED, stream);
        FaultBed.within(SOON).until(() -> bed.asked().size() == 1);
        RawClient second = bed.leaving(key, KEYED, stream);
        awaitJoined(2);
        first.close();
        FaultBed.within(SOON).pollDelay(Duration.ofMillis(700)).until(() -> true);
        assertThat(bed.asked()).extracting(SimRequest::outcome).containsExactly(SimRequest.Outcome.RUNNING);
        // When
        second.close();
        // Then
        FaultBed.within(AT_ONCE).until(() -> bed.asked().get(0).outcome() == SimRequest.Outcome.CLIENT_CLOSED);
        bed.script("answer: anew");
        HttpResponse<String> again = bed.chat(key, KEYED, stream);
        assertThat(again.body()).contains("anew");
        assertThat(isReplayed(again)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("M4: those who joined share the failure; then the key is free")
    void sharesTheFailure(boolean stream) {
        // Given
        bed.script("answer: fine\nattempts: [{status: 500, latency: 1500ms}]");
        CompletableFuture<HttpResponse<String>> first = bed.chatLater(key, KEYED, stream);
        FaultBed.within(SOON).until(() -> bed.asked().size() == 1);
        List<CompletableFuture<HttpResponse<String>>> others = IntStream.range(0, 5)
                .mapToObj(call -> bed.chatLater(key, KEYED, stream))
                .toList();
        // When
        String failure = first.join().body();
        // Then
        assertThat(failure).contains("error");
        assertThat(others).allSatisfy(other -> assertThat(other.join().body()).contains("error"));
        assertThat(bed.asked()).hasSize(1);
        assertThat(bed.chat(key, KEYED, stream).body()).contains("fine");
    }

    /** So many calls are under way; those behind the first have looked for its key by then. */
    private void awaitJoined(int calls) {
        FaultBed.within(SOON)
                .until(() -> bed.gateway()
                                .bean(io.micrometer.core.instrument.MeterRegistry.class)
                                .get("serai.calls.active")
                                .gauge()
                                .value()
                        == calls);
        FaultBed.within(SOON).pollDelay(Duration.ofMillis(300)).until(() -> true);
    }
}
