/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimRequest.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class SimFaultTest {
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
        "OPENAI_CHAT,contextLength,400,context_length_exceeded",
        "OPENAI_CHAT,contentFilter,400,content_policy_violation",
        "OPENAI_CHAT,quota,429,insufficient_quota",
        "OPENAI_CHAT,overloaded,503,server_is_overloaded",
        "ANTHROPIC_MESSAGES,contextLength,400,prompt is too long: 4 tokens > 2 maximum",
        "ANTHROPIC_MESSAGES,contentFilter,400,content filtering policy",
        "ANTHROPIC_MESSAGES,quota,429,enforced_spend_limit_reached",
        "ANTHROPIC_MESSAGES,overloaded,529,overloaded_error"
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
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
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
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
    void aPromptLargerThanTheWindow(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("contextWindow", "3"));

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .containsAnyOf("context_length_exceeded", "prompt is too long: 4 tokens > 3 maximum");
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
    void refusal(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("refusal", "true"));

        // When
        SimClient.Events events = client.stream(client.request(true));
        String whole = client.post(client.request(false)).body();

        // Then
        assertThat(events.failure()).isNull();
        assertThat(events.text()).contains("can't help");
        assertThat(events.data())
                .anyMatch(data -> data.contains("\"refusal\":\"I") || data.contains("\"stop_reason\":\"refusal\""));
        assertThat(whole).containsAnyOf("\"content\":null,\"refusal\":\"I", "\"stop_details\":{\"type\":\"refusal\"");
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
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
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
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
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
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
        String token = dialect == Dialect.OPENAI_CHAT ? "\"delta\":{\"content\":" : "\"type\":\"text_delta\"";
        assertThat(raw.split(Pattern.quote(token), -1)).hasSize(1 + 3);
        assertThat(raw).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\n\n\r\n").doesNotContain("\r\n0\r\n");
        assertThatThrownBy(() -> client.post(client.request(false))).isInstanceOf(IOException.class);
        ended(Outcome.FAULTED, 3);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
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
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
    void oneMalformedEvent(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("malformedAt", "2"));

        // When
        SimClient.Events events = client.stream(client.request(true));
        String whole = client.post(client.request(false)).body();

        // Then
        long broken =
                events.data().stream().filter(data -> data.endsWith("\"del")).count();
        assertThat(events.failure()).isNull();
        assertThat(broken).isEqualTo(1);
        assertThat(events.tokens()).isEqualTo(6);
        assertThat(events.data().get(events.data().size() - 1)).containsAnyOf("[DONE]", "message_stop");
        assertThatThrownBy(() -> SimClient.json(whole)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
    void cleanEndWithoutTheLastEvent(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("noDone", "true"));

        // When
        SimClient.Events events = client.stream(client.request(true));

        // Then
        assertThat(events.failure()).isNull();
        assertThat(events.tokens()).isEqualTo(6);
        assertThat(events.data()).noneMatch(data -> data.contains("[DONE]") || data.contains("message_stop"));
        ended(Outcome.FAULTED, 6);
    }

    @ParameterizedTest
    @CsvSource({"OPENAI_CHAT,2", "ANTHROPIC_MESSAGES,2", "OPENAI_CHAT,0", "ANTHROPIC_MESSAGES,0"})
    void anErrorEventInTheStream(Dialect dialect, int after) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("inBandErrorAfter", "" + after));

        // When
        SimClient.Events events = client.stream(client.request(true));
        HttpResponse<String> whole = client.post(client.request(false));

        // Then
        JsonNode last = SimClient.json(events.data().get(events.data().size() - 1));
        assertThat(events.failure()).isNull();
        assertThat(events.tokens()).isEqualTo(after);
        assertThat(last.at("/error/type").asText()).isIn("service_unavailable_error", "overloaded_error");
        assertThat(whole.statusCode()).isEqualTo(200);
        assertThat(SimClient.json(whole.body()).has("error")).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
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
