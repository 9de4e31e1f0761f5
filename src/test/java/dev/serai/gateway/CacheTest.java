/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;

import static dev.serai.gateway.CacheBed.ACME;
import static dev.serai.gateway.CacheBed.ACME_TOO;
import static dev.serai.gateway.CacheBed.COST;
import static dev.serai.gateway.CacheBed.KEPT;
import static dev.serai.gateway.CacheBed.VECTORS;
import static dev.serai.gateway.CacheBed.newQuestion;
import static org.assertj.core.api.Assertions.assertThat;

/** What a call gets that asks what was asked before. */
@DisplayName("M1 L3: the cache of answers")
class CacheTest {
    private final String question = newQuestion();
    private CacheBed bed;

    @BeforeEach
    void fresh() {
        bed = CacheBed.fresh();
    }

    /** A door, and the paths and bodies by which it is asked for a whole answer and for a stream. */
    record Request(String door, String path, String body, String streamPath, String streamBody) {
        static Request of(String door, String path, String body) {
            return new Request(door, path, body, path, body.replaceFirst("\\{", "{\"stream\": true, "));
        }

        @Override
        public String toString() {
            return door;
        }
    }

    static Stream<Request> doors() {
        String hi = "Hi " + newQuestion();
        return Stream.of(
                Request.of("openai-chat", DoorHttp.OPENAI, asks(DoorHttp.OPENAI, hi)),
                Request.of("anthropic-messages", DoorHttp.ANTHROPIC, asks(DoorHttp.ANTHROPIC, hi + " messages")),
                Request.of("openai-responses", DoorHttp.RESPONSES, asks(DoorHttp.RESPONSES, hi)),
                new Request(
                        "gemini-generate",
                        DoorHttp.GEMINI + KEPT + ":generateContent",
                        asks(DoorHttp.GEMINI, hi),
                        DoorHttp.GEMINI + KEPT + ":streamGenerateContent?alt=sse",
                        asks(DoorHttp.GEMINI, hi)),
                new Request(
                        "use-case",
                        "/gateway/use-cases/" + KEPT,
                        "{\"input\": \"" + hi + " case\"}",
                        "/gateway/use-cases/" + KEPT + "/stream",
                        "{\"input\": \"" + hi + " case\"}"));
    }

    private static String asks(String door, String text) {
        return DoorHttp.question(door, KEPT).replace("Hi", text);
    }

    @ParameterizedTest
    @MethodSource("doors")
    @DisplayName("L3: a hit is the same answer at every door, asks nobody, holds nothing and settles at zero")
    void settlesAtZero(Request request) throws Exception {
        // When
        HttpResponse<String> first = bed.post(ACME, request.path(), request.body());
        HttpResponse<String> again = bed.post(ACME_TOO, request.path(), request.body());
        // Then
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body().replace(DoorHttp.requestId(again), DoorHttp.requestId(first)))
                .isEqualTo(first.body())
                .contains("four is the answer");
        assertThat(bed.asked()).hasSize(1);
        assertThat(bed.settled(first))
                .isEqualTo(new LedgerRows.Settled(COST, COST, "ok", KEPT, List.of("kept 700000"), 0));
        assertThat(bed.settled(again))
                .isEqualTo(new LedgerRows.Settled(0, 0, "ok", KEPT, List.of("cache-hit kept 0"), 0));
        JsonNode hit = bed.recordOf(again);
        assertThat(hit.at("/cache/answer").textValue()).isEqualTo("hit");
        assertThat(hit.at("/cache/original").textValue()).isEqualTo(DoorHttp.requestId(first));
        assertThat(hit.path("attempts")).isEmpty();
        assertThat(hit.path("stopReason").textValue()).isEqualTo("stop");
        assertThat(hit.at("/money/chargedUsd").decimalValue()).isZero();
        assertThat(hit.at("/money/reservedUsd").decimalValue()).isZero();
        assertThat(List.of(hit.has("usage"), hit.has("providerCostUsd"), hit.has("queue")))
                .containsOnly(false);
        assertThat(bed.cacheOf(first)).isEqualTo("miss");
    }

    @ParameterizedTest
    @MethodSource("doors")
    @DisplayName("M1: an answer that was not streamed is streamed where that is asked, at every door")
    void streamsAWholeAnswer(Request request) {
        // Given
        bed.post(ACME, request.path(), request.body());
        int before = bed.asked().size();
        // When
        HttpResponse<String> streamed = bed.post(ACME, request.streamPath(), request.streamBody());
        // Then
        assertThat(streamed.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        assertThat(streamed.body()).contains("four is the answer").doesNotContain("event: error");
        assertThat(streamed.headers().firstValue("X-Serai-Cache")).contains("hit");
        assertThat(bed.cacheOf(streamed)).isEqualTo("hit");
        assertThat(bed.asked()).hasSize(before);
    }

    @ParameterizedTest
    @MethodSource("doors")
    @DisplayName("M1: a stream is given again event for event, and whole where that is asked, at every door")
    void joinsAStream(Request request) throws Exception {
        // Given
        Request other = fresh(request);
        // When
        HttpResponse<String> first = bed.post(ACME, other.streamPath(), other.streamBody());
        HttpResponse<String> again = bed.post(ACME, other.streamPath(), other.streamBody());
        HttpResponse<String> whole = bed.post(ACME, other.path(), other.body());
        // Then
        assertThat(again.body().replace(DoorHttp.requestId(again), DoorHttp.requestId(first)))
                .isEqualTo(first.body());
        assertThat(DoorHttp.json(whole).toString()).contains("four is the answer");
        assertThat(bed.asked()).hasSize(1);
        assertThat(bed.settled(whole).cost()).isZero();
        assertThat(bed.recordOf(whole).at("/cache/original").textValue()).isEqualTo(DoorHttp.requestId(first));
    }

    /** The same with a question of its own. */
    private Request fresh(Request request) {
        return new Request(
                request.door(),
                request.path(),
                request.body().replace("Hi", question),
                request.streamPath(),
                request.streamBody().replace("Hi", question));
    }

    @Test
    @DisplayName("M1: vectors are kept too")
    void keepsVectors() {
        // Given
        String body = "{\"model\": \"" + VECTORS + "\", \"input\": \"" + question + "\"}";
        // When
        HttpResponse<String> first = bed.post(ACME, "/v1/embeddings", body);
        HttpResponse<String> again = bed.post(ACME, "/v1/embeddings", body);
        // Then
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(bed.settled(again).costs()).containsExactly("cache-hit vectors 0");
        assertThat(bed.asked()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("A6: OpenAI's SDK reads a replay in either form")
    void worksWithOpenAisSdk(boolean streamedFirst) {
        // Given
        bed.chat(ACME, KEPT, streamedFirst, question);
        OpenAIClient client = DoorGateway.openAi(bed.gateway(), CacheBed.key(ACME));
        ChatCompletionCreateParams request = ChatCompletionCreateParams.builder()
                .model(KEPT)
                .addUserMessage(question)
                .build();
        // When
        ChatCompletion whole = client.chat().completions().create(request);
        ChatCompletionAccumulator joined = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> stream =
                client.chat().completions().createStreaming(request)) {
            stream.stream().forEach(joined::accumulate);
        }
        // Then
        whole.validate();
        assertThat(whole.usage().orElseThrow().completionTokens()).isEqualTo(50);
        assertThat(whole.choices().get(0).message().content()).contains("four is the answer");
        assertThat(joined.chatCompletion().choices().get(0).message().content()).contains("four is the answer");
        assertThat(bed.asked()).hasSize(1);
    }

    @Test
    @DisplayName(
            "M1: white space, the order of fields and the form of the answer make no other question; all else does")
    void knowsTheSameQuestion() {
        // Given
        String asked = GatewayClient.chatBody(KEPT, false, question);
        bed.post(ACME, DoorHttp.OPENAI, asked);
        // When
        String same =
                "{ \"stream_options\": {\"include_usage\": true}, \"stream\": true, \"messages\": [ {\"content\": \""
                        + question + "\", \"role\": \"user\"} ], \"model\": \"" + KEPT + "\" }";
        HttpResponse<String> hit = bed.post(ACME, DoorHttp.OPENAI, same);
        // Then
        assertThat(bed.cacheOf(hit)).isEqualTo("hit");
        assertThat(hit.body()).contains("\"completion_tokens\":50");
        for (String more : List.of(
                "\"temperature\": 0.5",
                "\"max_tokens\": 77",
                "\"seed\": 3",
                "\"response_format\": {\"type\": \"json_object\"}",
                "\"tools\": [{\"type\": \"function\", \"function\": {\"name\": \"f\"}}], \"tool_choice\": \"none\"")) {
            String other = asked.replaceFirst("\\{", "{" + more + ", ");
            assertThat(bed.cacheOf(bed.post(ACME, DoorHttp.OPENAI, other)))
                    .as(more)
                    .isEqualTo("miss");
        }
    }

    @Test
    @DisplayName("L3 L4: a hit is given to a caller whose budget is used up, and moves no balance")
    void needsNoMoney() {
        // Given
        bed.chat(ACME, KEPT, false, question);
        bed.limit(CacheBed.budget(ACME_TOO, 1));
        // When
        HttpResponse<String> hit = bed.chat(ACME_TOO, KEPT, false, question);
        HttpResponse<String> miss = bed.chat(ACME_TOO, KEPT, false, newQuestion());
        // Then
        assertThat(bed.cacheOf(hit)).isEqualTo("hit");
        assertThat(bed.settled(hit).credit()).isZero();
        assertThat(miss.statusCode()).isEqualTo(402);
        assertThat(bed.ledger().problems()).isEmpty();
    }

    @Test
    @DisplayName("L10: ledger and records add up after hits, and the metrics have counted them")
    void addsUp() {
        // Given
        double hits = bed.count("serai.cache.lookups", "task", KEPT, "result", "hit");
        double kept = bed.count("serai.cache.answers", "task", KEPT, "result", "kept");
        bed.chat(ACME, KEPT, true, question);
        // When
        bed.chat(ACME, KEPT, true, question);
        bed.chat(ACME_TOO, KEPT, false, question);
        // Then
        assertThat(bed.ledger().problems()).isEmpty();
        assertThat(bed.count("serai.cache.lookups", "task", KEPT, "result", "hit"))
                .isEqualTo(hits + 2);
        assertThat(bed.count("serai.cache.answers", "task", KEPT, "result", "kept"))
                .isEqualTo(kept + 1);
    }
}
