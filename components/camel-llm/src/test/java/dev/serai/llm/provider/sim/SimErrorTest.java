/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimRequest.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Errors before an answer, in the form of each vendor. */
class SimErrorTest {
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
        "ANTHROPIC_MESSAGES,529,overloaded_error,",
        "OPENAI_RESPONSES,401,invalid_request_error,invalid_api_key",
        "OPENAI_RESPONSES,429,requests,rate_limit_exceeded",
        "OPENAI_RESPONSES,500,server_error,",
        "GEMINI_GENERATE,401,UNAUTHENTICATED,401",
        "GEMINI_GENERATE,403,PERMISSION_DENIED,403",
        "GEMINI_GENERATE,404,NOT_FOUND,404",
        "GEMINI_GENERATE,429,RESOURCE_EXHAUSTED,429",
        "GEMINI_GENERATE,500,INTERNAL,500",
        "GEMINI_GENERATE,503,UNAVAILABLE,503",
        "GEMINI_GENERATE,504,DEADLINE_EXCEEDED,504"
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
        assertThat(error.path(error.has("status") ? "status" : "type").asText()).isEqualTo(type);
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
        "ANTHROPIC_MESSAGES,overloaded,529,overloaded_error",
        "OPENAI_RESPONSES,contextLength,400,context_length_exceeded",
        "OPENAI_RESPONSES,contentFilter,400,invalid_prompt",
        "OPENAI_RESPONSES,quota,429,insufficient_quota",
        "OPENAI_RESPONSES,overloaded,503,server_is_overloaded",
        "GEMINI_GENERATE,contextLength,400,The input token count (4) exceeds the maximum number of tokens allowed (2).",
        "GEMINI_GENERATE,contentFilter,200,'\"promptFeedback\":{\"blockReason\":\"SAFETY\"'",
        "GEMINI_GENERATE,quota,429,PerDay",
        "GEMINI_GENERATE,overloaded,503,UNAVAILABLE"
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
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
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
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
    void aPromptLargerThanTheWindow(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("contextWindow", "3"));

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .containsAnyOf(
                        "context_length_exceeded", "prompt is too long: 4 tokens > 3 maximum", "count (4) exceeds");
    }
}
