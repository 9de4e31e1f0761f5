/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimRequest.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class SimFaultTest {
    /** One of these is in the last event of each dialect. */
    private static final String[] ENDS = {
        "[DONE]", "message_stop", "response.completed", "finishReason", "latencyMs", "\"done\":true"
    };

    private SimServer server;

    @BeforeEach
    void start() throws Exception {
        server = SimServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private SimClient client(Dialect dialect, Map<String, String> options) {
        server.mount("m", SimScript.of(Map.of("tokens", "6")).with(options));
        return new SimClient(server, "m", dialect);
    }

    private void ended(Outcome outcome, int tokens) {
        await().atMost(Duration.ofSeconds(2)).untilAsserted(() -> {
            SimRequest last =
                    server.journal().requests().get(server.journal().requests().size() - 1);
            assertThat(last.outcome()).isEqualTo(outcome);
            assertThat(last.tokensSent()).isEqualTo(tokens);
            assertThat(last.ended()).isNotNull();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "OPENAI_CHAT,401,invalid_request_error,invalid_api_key",
        "OPENAI_CHAT,404,invalid_request_error,model_not_found",
        "OPENAI_CHAT,429,requests,rate_limit_exceeded",
        "OPENAI_CHAT,500,server_error,",
        "OPENAI_CHAT,503,service_unavailable_error,server_is_overloaded",
        "ANTHROPIC_MESSAGES,401,authentication_error,",
        "ANTHROPIC_MESSAGES,402,billing_error,",
        "ANTHROPIC_MESSAGES,429,rate_limit_error,",
        "ANTHROPIC_MESSAGES,500,api_error,",
        "ANTHROPIC_MESSAGES,529,overloaded_error,"
    })
    void statusWithTheDialectsBody(Dialect dialect, int status, String type, String code) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("status", "" + status, "header.retry-after", "2"));

        // When
        HttpResponse<String> response = client.post(client.request(true));

        // Then
        JsonNode error = SimClient.json(response.body()).path("error");
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("retry-after")).contains("2");
        assertThat(error.path("type").asText()).isEqualTo(type);
        assertThat(error.path("code").asText(null)).isEqualTo(code);
        ended(Outcome.FAULTED, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "BEDROCK_CONVERSE,400,ValidationException",
        "BEDROCK_CONVERSE,401,UnrecognizedClientException",
        "BEDROCK_CONVERSE,403,AccessDeniedException",
        "BEDROCK_CONVERSE,404,ResourceNotFoundException",
        "BEDROCK_CONVERSE,408,ModelTimeoutException",
        "BEDROCK_CONVERSE,424,ModelErrorException",
        "BEDROCK_CONVERSE,429,ThrottlingException",
        "BEDROCK_CONVERSE,500,InternalServerException",
        "BEDROCK_CONVERSE,503,ServiceUnavailableException"
    })
    void statusWithTheExceptionInAHeader(Dialect dialect, int status, String type) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("status", "" + status));

        // When
        HttpResponse<String> response = client.post(client.request(true));

        // Then
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(response.headers().firstValue("x-amzn-errortype").orElse(""))
                .startsWith(type + ":http://internal.amazon.com/coral/");
        assertThat(SimClient.json(response.body()).path("message").asText()).isNotEmpty();
        ended(Outcome.FAULTED, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "COHERE_CHAT,401,/message,Incorrect API key",
        "COHERE_CHAT,402,/message,payment method",
        "COHERE_CHAT,404,/message,model",
        "COHERE_CHAT,429,/message,per minute request limit",
        "COHERE_CHAT,498,/message,deny-listed",
        "COHERE_CHAT,503,/message,unavailable",
        "OLLAMA_CHAT,400,/error,invalid",
        "OLLAMA_CHAT,404,/error,not found",
        "OLLAMA_CHAT,429,/error,too many",
        "OLLAMA_CHAT,500,/error,running the model",
        "OLLAMA_CHAT,503,/error,server busy"
    })
    void statusWithATextAndNothingElse(Dialect dialect, int status, String field, String text) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("status", "" + status));

        // When
        HttpResponse<String> response = client.post(client.request(true));

        // Then
        JsonNode body = SimClient.json(response.body());
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(body.at(field).asText()).contains(text);
        assertThat(body.properties()).extracting(Map.Entry::getKey).isSubsetOf("id", field.substring(1));
        ended(Outcome.FAULTED, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "OPENAI_CHAT,contextLength,400,context_length_exceeded",
        "OPENAI_CHAT,contentFilter,400,content_policy_violation",
        "OPENAI_CHAT,quota,429,insufficient_quota",
        "OPENAI_CHAT,overloaded,503,server_is_overloaded",
        "ANTHROPIC_MESSAGES,contextLength,400,prompt is too long: 4 tokens > 2 maximum",
        "ANTHROPIC_MESSAGES,contentFilter,400,content filtering policy",
        "ANTHROPIC_MESSAGES,quota,429,enforced_spend_limit_reached",
        "ANTHROPIC_MESSAGES,overloaded,529,overloaded_error",
        "BEDROCK_CONVERSE,contextLength,400,Input Tokens Exceeded",
        "BEDROCK_CONVERSE,contentFilter,400,blocked by our content filters",
        "BEDROCK_CONVERSE,quota,429,Too many tokens per day",
        "BEDROCK_CONVERSE,overloaded,503,Bedrock is unable to process your request",
        "COHERE_CHAT,contextLength,400,TOO_MANY_TOKENS",
        "COHERE_CHAT,contentFilter,498,deny-listed",
        "COHERE_CHAT,quota,402,payment method",
        "COHERE_CHAT,overloaded,503,unavailable",
        "OLLAMA_CHAT,contextLength,400,exceeded max context length by 2 tokens",
        "OLLAMA_CHAT,contentFilter,400,invalid request",
        "OLLAMA_CHAT,quota,429,weekly usage limit",
        "OLLAMA_CHAT,overloaded,503,maximum pending requests exceeded"
    })
    void refusalsAsTheVendorSaysThem(Dialect dialect, String fault, int status, String sign) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of(fault, "true"));

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains(sign);
    }

    @ParameterizedTest
    @EnumSource
    void bodyFromTheScript(Dialect dialect) throws Exception {
        // Given
        SimClient client =
                client(dialect, Map.of("status", "502", "body", "<html>", "header.content-type", "text/html"));

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        assertThat(response.body()).isEqualTo("<html>");
        assertThat(response.headers().allValues("content-type")).containsExactly("text/html");
    }

    @ParameterizedTest
    @EnumSource
    void aPromptLargerThanTheWindow(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("contextWindow", "3"));

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .containsAnyOf(
                        "context_length_exceeded",
                        "prompt is too long: 4 tokens > 3 maximum",
                        "The input token count",
                        "Input Tokens Exceeded",
                        "size limit exceeded by 1 tokens",
                        "exceeded max context length by 1 tokens");
    }

    @ParameterizedTest
    @EnumSource
    void refusal(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("refusal", "true"));

        // When
        SimClient.Events events = client.stream(client.request(true));
        String whole = client.post(client.request(false)).body();

        // Then
        assertThat(events.failure()).isNull();
        boolean withText = dialect != Dialect.GEMINI_GENERATE;
        assertThat(events.text().contains("can't help")).isEqualTo(withText);
        assertThat(whole.contains("can't help")).isEqualTo(withText);
        assertThat(String.join("", events.data())).contains(sign(dialect));
        assertThat(whole).contains(sign(dialect));
    }

    /** What tells a refusal, whole or streamed; two vendors have nothing that does. */
    private static String sign(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_CHAT -> "\"refusal\":\"I";
            case ANTHROPIC_MESSAGES -> "\"stop_details\":{\"type\":\"refusal\"";
            case OPENAI_RESPONSES -> "\"type\":\"refusal\"";
            case GEMINI_GENERATE -> "\"finishReason\":\"SAFETY\"";
            case BEDROCK_CONVERSE -> "\"stopReason\":\"content_filtered\"";
            case COHERE_CHAT -> "\"finish_reason\":\"COMPLETE\"";
            case OLLAMA_CHAT -> "\"done_reason\":\"stop\"";
        };
    }

    @ParameterizedTest
    @EnumSource
    void resetBeforeHeaders(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("reset", "headers"));

        // When
        try (Socket socket = client.open(client.request(true))) {
            // Then
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
        ended(Outcome.FAULTED, 0);
    }

    @ParameterizedTest
    @EnumSource
    void resetAfterTokens(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("reset", "2", "tokenDelay", "5ms"));

        // When
        try (Socket socket = client.open(client.request(true))) {
            // Then
            assertThatThrownBy(() -> socket.getInputStream().readAllBytes()).isInstanceOf(SocketException.class);
        }
        ended(Outcome.FAULTED, 2);
    }

    @ParameterizedTest
    @EnumSource
    void cutWithoutAProperEnd(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("cutAfter", "3"));

        // When
        SimClient.Events events = client.stream(client.request(true));
        String raw;
        try (Socket socket = client.open(client.request(true))) {
            raw = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        // Then
        assertThat(events.failure()).isInstanceOf(IOException.class);
        // the JDK's client may drop what it had read when the connection breaks: the bare socket shows what was sent
        assertThat(raw.split(Pattern.quote(token(dialect)), -1)).hasSize(1 + 3);
        assertThat(raw).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n").doesNotContain("\r\n0\r\n");
        assertThatThrownBy(() -> client.post(client.request(false))).isInstanceOf(IOException.class);
        ended(Outcome.FAULTED, 3);
    }

    /** What each content event has and no other. */
    private static String token(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_CHAT -> "\"delta\":{\"content\":";
            case ANTHROPIC_MESSAGES -> "\"type\":\"text_delta\"";
            case OPENAI_RESPONSES -> "event: response.output_text.delta";
            case GEMINI_GENERATE -> "\"text\":";
            case BEDROCK_CONVERSE -> "\"delta\":{\"text\":";
            case COHERE_CHAT -> "event: content-delta";
            case OLLAMA_CHAT -> "\"done\":false";
        };
    }

    @ParameterizedTest
    @EnumSource
    void stallAfterTokens(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("stallAfter", "2"));

        // When
        Socket socket = client.open(client.request(true));

        // Then
        await().atMost(Duration.ofSeconds(2)).untilAsserted(() -> {
            SimRequest request = server.journal().requests("m").get(0);
            assertThat(request.tokensSent()).isEqualTo(2);
            assertThat(request.outcome()).isEqualTo(Outcome.RUNNING);
        });
        socket.close();
        ended(Outcome.CLIENT_CLOSED, 2);
    }

    @ParameterizedTest
    @EnumSource
    void oneMalformedEvent(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("malformedAt", "2"));

        // When
        SimClient.Events events = client.stream(client.request(true));
        String whole = client.post(client.request(false)).body();

        // Then
        long broken = events.data().stream()
                .filter(data -> data.startsWith("{") && !data.endsWith("}"))
                .count();
        assertThat(events.failure()).isNull();
        assertThat(broken).isEqualTo(1);
        assertThat(events.tokens()).isEqualTo(6);
        assertThat(events.data()).last().asString().containsAnyOf(ENDS);
        assertThatThrownBy(() -> SimClient.json(whole)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @EnumSource
    void cleanEndWithoutTheLastEvent(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("noDone", "true"));

        // When
        SimClient.Events events = client.stream(client.request(true));

        // Then
        assertThat(events.failure()).isNull();
        assertThat(events.tokens()).isEqualTo(6);
        assertThat(String.join("", events.data())).doesNotContain(ENDS);
        ended(Outcome.FAULTED, 6);
    }

    @ParameterizedTest
    @MethodSource("errorEvents")
    void anErrorEventInTheStream(Dialect dialect, int after) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("inBandErrorAfter", "" + after));

        // When
        SimClient.Events events = client.stream(client.request(true));
        HttpResponse<String> whole = client.post(client.request(false));

        // Then
        assertThat(events.failure()).isNull();
        assertThat(events.tokens()).isEqualTo(after);
        assertThat(lastEvent(events))
                .containsAnyOf(
                        "service_unavailable_error",
                        "overloaded_error",
                        "server_is_overloaded",
                        "serviceUnavailableException",
                        "\"finish_reason\":\"ERROR\"",
                        "{\"error\":\"server busy");
        assertThat(whole.statusCode()).isEqualTo(200);
        assertThat(whole.body()).containsAnyOf("\"error\"", "Bedrock is unable");
    }

    private static Stream<Arguments> errorEvents() {
        // Gemini's is no event: it breaks off and sends a bare body
        return Arrays.stream(Dialect.values())
                .filter(dialect -> dialect != Dialect.GEMINI_GENERATE)
                .flatMap(dialect -> Stream.of(Arguments.of(dialect, 2), Arguments.of(dialect, 0)));
    }

    /** Its name and data; not the vendors' repetition of its end. */
    private static String lastEvent(SimClient.Events events) {
        int last = events.data().size() - 1;
        int at = events.data().get(last).equals("[DONE]") ? last - 1 : last;
        return events.names().get(at) + " " + events.data().get(at);
    }

    @ParameterizedTest
    @EnumSource
    void attemptsAreCountedPerMount(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("failFirst", "2", "status", "503"));
        server.mount("other", SimScript.of(Map.of("failFirst", "1")));
        SimClient other = new SimClient(server, "other", dialect);

        // When / Then
        assertThat(client.post(client.request(false)).statusCode()).isEqualTo(503);
        assertThat(other.post(client.request(false)).statusCode()).isEqualTo(500);
        assertThat(client.post(client.request(false)).statusCode()).isEqualTo(503);
        assertThat(client.post(client.request(false)).statusCode()).isEqualTo(200);
        assertThat(server.journal().requests("m"))
                .extracting(SimRequest::attempt)
                .containsExactly(1, 2, 3);
    }
}
