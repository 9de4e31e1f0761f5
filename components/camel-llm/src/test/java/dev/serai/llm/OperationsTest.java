/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.camel.CamelContext;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.FixtureServer.Delivery;
import dev.serai.llm.embeddings.Vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** E1: what a provider does besides chat, and how a message asks for it. */
class OperationsTest {
    private static final String SIM = "llm:sim/quick?operation=";

    private static FixtureServer server;
    private static CamelContext camel;
    private static ProducerTemplate template;

    @BeforeAll
    static void start() {
        server = new FixtureServer();
        camel = new DefaultCamelContext();
        camel.start();
        template = camel.createProducerTemplate();
    }

    @AfterAll
    static void stop() throws Exception {
        camel.stop();
        server.close();
    }

    @Test
    @DisplayName("E9: a text as the body is answered with its vector")
    void aTextGetsItsVector() {
        // When
        float[] vector = template.requestBody(SIM + "embeddings", "Hello", float[].class);
        float[] again = template.requestBody(SIM + "embeddings", "Hello", float[].class);
        // Then
        assertThat(vector).hasSize(256).isEqualTo(again);
    }

    @Test
    @DisplayName("E9: JSON and maps are answered in kind, with the headers of usage")
    void jsonAndMapsAreAnsweredInKind() {
        // When
        Exchange json = template.request(SIM + "embeddings", exchange -> exchange.getMessage()
                .setBody("{\"input\": [\"a\", \"b\"], \"dimensions\": 3}"));
        Map<?, ?> map = template.requestBody(SIM + "embeddings", Map.of("input", "a"), Map.class);
        // Then
        JsonNode answer = Sse.read(json.getMessage().getBody(String.class));
        assertThat(answer.path("data"))
                .hasSize(2)
                .allMatch(item -> item.path("embedding").size() == 3);
        assertThat(json.getMessage().getHeader(LlmConstants.PROMPT_TOKENS, Long.class))
                .isEqualTo(1);
        assertThat(json.getMessage().getHeader(LlmConstants.COMPLETION_TOKENS, Long.class))
                .isZero();
        assertThat(json.getMessage().getHeader(LlmConstants.STOP_REASON)).isNull();
        assertThat((List<?>) map.get("data")).hasSize(1);
    }

    @Test
    @DisplayName("E9: a text is judged, and its tokens are counted")
    void aTextIsJudgedAndCounted() {
        // When
        JsonNode harmless = Sse.read(template.requestBody(SIM + "moderation", "Have a great day", String.class));
        JsonNode harmful = Sse.read(template.requestBody(SIM + "moderation", "violence", String.class));
        Long tokens = template.requestBody(
                SIM + "count_tokens&dialect=anthropic-messages", "four words make this", Long.class);
        // Then
        assertThat(harmless.at("/results/0/flagged").asBoolean(true)).isFalse();
        assertThat(harmful.at("/results/0/flagged").asBoolean()).isTrue();
        assertThat(harmful.at("/results/0/categories/violence").asBoolean()).isTrue();
        assertThat(tokens).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic, EMBEDDINGS",
        "anthropic, MODERATION",
        "vertex, EMBEDDINGS",
        "bedrock, EMBEDDINGS",
        "openai-responses, EMBEDDINGS",
        "cohere, MODERATION",
        "ollama, COUNT_TOKENS",
        "openai, COUNT_TOKENS",
    })
    @DisplayName("E1: a provider refuses an operation that it does not have, and nothing is sent")
    void refusesWhatItDoesNotHave(String provider, Operation operation) {
        // Given
        String baseUrl = server.serve(new FixtureServer.Reply(200, Map.of(), new byte[0], Delivery.WHOLE));
        // When
        LlmException error = failure(provider, baseUrl, LlmRequest.of(operation, Dialect.OPENAI_CHAT, "{}".getBytes()));
        // Then
        assertThat(error.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
        assertThat(error.field()).isEqualTo(operation.code());
        assertThat(error.provider()).isEqualTo(provider);
        assertThat(server.received(baseUrl)).isNull();
    }

    @Test
    @DisplayName(
            "E9: an operation that there is not is refused when the endpoint is made, and a stream of one that has none")
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> template.requestBody(SIM + "embedings", "Hello"))
                .rootCause()
                .hasMessage("operation 'embedings' is not one of chat, embeddings, moderation, count_tokens");
        assertThatThrownBy(() -> template.requestBodyAndHeader(SIM + "embeddings", "Hello", LlmConstants.STREAM, true))
                .isInstanceOf(CamelExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        LlmException.class, error -> assertThat(error.reason()).contains("embeddings has no stream"));
        assertThatThrownBy(() -> new LlmRequest(
                        Operation.MODERATION,
                        Dialect.OPENAI_CHAT,
                        new byte[0],
                        true,
                        LlmRequest.Limits.NONE,
                        Set.of(),
                        Map.of(),
                        new Cancellation()))
                .hasMessage("moderation has no stream");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"data": [{"index": 0, "embedding": [1, 2]}]}                                   | wrong_number_of_vectors
            {"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 2]}]}   | wrong_dimensions
            {"data": [{"index": 0, "embedding": [1, 2]}, {"index": 0, "embedding": [1, 2]}]} | wrong_index
            {"data": [{"index": 0, "embedding": "?"}, {"index": 1, "embedding": [1, 2]}]}   | not_a_vector
            {"data": [{"index": 0}, {"index": 1, "embedding": [1, 2]}]}                     | not_a_vector
            {"object": "list"}                                                              | no_vectors
            """)
    @DisplayName("F1: an answer that has not what was asked for is output_invalid")
    void refusesWrongVectors(String answer, String code) {
        // Given
        String baseUrl = server.serve(reply(answer));
        byte[] request = "{\"input\": [\"a\", \"b\"], \"dimensions\": 2}".getBytes();
        // When
        LlmException error =
                failure("openai", baseUrl, LlmRequest.of(Operation.EMBEDDINGS, Dialect.OPENAI_CHAT, request));
        // Then
        assertThat(error.errorClass()).isEqualTo(ErrorClass.OUTPUT_INVALID);
        assertThat(error.code()).isEqualTo(code);
    }

    @Test
    @DisplayName("F1: an error inside a 200 answer is classified by the provider's own table")
    void readsAnErrorInsideAnAnswer() {
        // Given
        String baseUrl = server.serve(reply("{\"error\": {\"message\": \"no\", \"code\": \"insufficient_quota\"}}"));
        byte[] request = "{\"input\": \"a\"}".getBytes();
        // When
        LlmException error =
                failure("openai", baseUrl, LlmRequest.of(Operation.EMBEDDINGS, Dialect.OPENAI_CHAT, request));
        // Then
        assertThat(error.errorClass()).isEqualTo(ErrorClass.QUOTA_EXHAUSTED);
    }

    @Test
    @DisplayName("E2: vectors come in the order of their index, and in the bytes of the provider")
    void vectorsComeInTheOrderOfTheirIndex() {
        // Given
        String answer = "{\"data\": [{\"index\": 1, \"embedding\": [2.0]}, {\"index\": 0, \"embedding\": \""
                + Vectors.base64(new float[] {1}) + "\"}], \"usage\": {\"prompt_tokens\": 7}}";
        String baseUrl = server.serve(reply(answer));
        byte[] request = "{\"input\": [\"a\", \"b\"]}".getBytes();
        // When
        Outcome outcome = call("openai", baseUrl, LlmRequest.of(Operation.EMBEDDINGS, Dialect.OPENAI_CHAT, request));
        // Then
        assertThat(new String(outcome.bytes(), Sse.UTF_8)).isEqualTo(answer);
        assertThat(outcome.usage().promptTokens()).isEqualTo(7);
    }

    private static FixtureServer.Reply reply(String body) {
        Map<String, List<String>> headers = Map.of("content-type", List.of("application/json"));
        return new FixtureServer.Reply(200, headers, body.getBytes(Sse.UTF_8), Delivery.WHOLE);
    }

    private static Outcome call(String provider, String baseUrl, LlmRequest request) {
        String uri = "llm:" + provider + "/m?apiKey=secret&baseUrl=" + baseUrl;
        return Outcome.of(
                template.request(uri, exchange -> exchange.getMessage().setBody(request)));
    }

    private static LlmException failure(String provider, String baseUrl, LlmRequest request) {
        return call(provider, baseUrl, request).failure();
    }
}
