/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import static dev.serai.gateway.CacheBed.ACME;
import static dev.serai.gateway.CacheBed.ACME_TOO;
import static dev.serai.gateway.CacheBed.COST;
import static dev.serai.gateway.CacheBed.SHARED;
import static dev.serai.gateway.CacheBed.newQuestion;
import static org.assertj.core.api.Assertions.assertThat;

/** What the quick tests of shared answers leave out: many, large and whole ones. */
@Tag("soak")
@DisplayName("M3 L8: calls that share an answer, many and large")
class CoalesceSoakTest {
    private static final int WORDS = 40_000;

    private final String question = newQuestion();
    private CacheBed bed;

    @BeforeEach
    void fresh() {
        bed = CacheBed.fresh();
    }

    @Test
    @DisplayName(
            "M3 L8: a hundred streams at once, again and again: one call of the provider's each time, split to the billionth")
    void splitsOftenAndExactly() {
        for (int round = 0; round < 5; round++) {
            // Given
            bed = CacheBed.fresh();
            bed.script(CacheBed.LATE);
            // When
            List<HttpResponse<String>> responses = bed.atOnce(newQuestion(), 99, SHARED, true);
            // Then
            assertThat(CacheBed.bodies(responses)).hasSize(1);
            assertThat(bed.asked()).hasSize(1);
            bed.ledger().atRest();
            List<LedgerRows.Settled> settled =
                    responses.stream().map(bed::settled).toList();
            assertThat(settled.stream().mapToLong(LedgerRows.Settled::cost).sum())
                    .isEqualTo(COST);
            assertThat(settled.stream().mapToLong(LedgerRows.Settled::credit).sum())
                    .isEqualTo(COST);
        }
        assertThat(bed.ledger().problems()).isEmpty();
    }

    @Test
    @DisplayName("M3: a client that reads nothing holds nobody up, and is told that it has fallen behind")
    void holdsNobodyUp() throws Exception {
        // Given
        bed.script("answer: " + "much-more-than-any-buffer-takes ".repeat(WORDS) + "\nfirstTokenDelay: 3s");
        CompletableFuture<HttpResponse<String>> first = bed.chatLater(ACME, SHARED, true, question);
        PatternBed.within(CacheBed.SOON).until(() -> bed.asked().size() == 1);
        CompletableFuture<HttpResponse<InputStream>> slowly = slowly();
        CompletableFuture<HttpResponse<String>> quick = bed.chatLater(ACME_TOO, SHARED, true, question);
        bed.awaitJoined(2);
        // When
        List<String> whole = List.of(first.join().body(), quick.join().body());
        HttpResponse<InputStream> slow = slowly.join();
        String partial = new String(slow.body().readAllBytes(), StandardCharsets.UTF_8);
        // Then
        assertThat(whole).extracting(body -> body.endsWith("[DONE]\n\n")).containsOnly(true);
        assertThat(whole.get(0).equals(whole.get(1))).isTrue();
        assertThat(whole.get(0).length()).isGreaterThan(WORDS * 100);
        assertThat(List.of(partial.contains("fallen_behind"), partial.contains("[DONE]")))
                .containsExactly(true, false);
        assertThat(bed.asked()).hasSize(1);
        JsonNode entry = bed.gateway().awaitRecord(DoorHttp.requestId(slow));
        assertThat(entry.path("errorCode").textValue()).isEqualTo("fallen_behind");
        assertThat(bed.ledger().settled(DoorHttp.requestId(slow)).cost()).isEqualTo(COST / 3);
        assertThat(bed.ledger().problems()).isEmpty();
    }

    /** A call whose answer is read when somebody asks for it. */
    private CompletableFuture<HttpResponse<InputStream>> slowly() {
        URI door = bed.gateway().baseUrl().resolve(DoorHttp.OPENAI);
        return HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(door)
                                .header("Authorization", "Bearer " + CacheBed.key(ACME_TOO))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(GatewayClient.chatBody(SHARED, true, question)))
                                .build(),
                        BodyHandlers.ofInputStream());
    }
}
