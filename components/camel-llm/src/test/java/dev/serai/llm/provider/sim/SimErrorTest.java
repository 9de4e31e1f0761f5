/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimRequest.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** Errors before an answer, in the form of each vendor. */
class SimErrorTest extends SimBed {
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
        SimClient client = sixWords(dialect, Map.of("status", "" + status, "header.retry-after", "2"));

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
        "400,ValidationException",
        "401,UnrecognizedClientException",
        "403,AccessDeniedException",
        "404,ResourceNotFoundException",
        "408,ModelTimeoutException",
        "424,ModelErrorException",
        "429,ThrottlingException",
        "500,InternalServerException",
        "503,ServiceUnavailableException"
    })
    void bedrockHasTheExceptionInAHeader(int status, String type) throws Exception {
        // Given
        SimClient client = sixWords(Dialect.BEDROCK_CONVERSE, Map.of("status", "" + status));

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
    void othersHaveATextAndNothingElse(Dialect dialect, int status, String field, String text) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("status", "" + status));

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
        "OPENAI_RESPONSES,contextLength,400,context_length_exceeded",
        "OPENAI_RESPONSES,contentFilter,400,invalid_prompt",
        "OPENAI_RESPONSES,quota,429,insufficient_quota",
        "OPENAI_RESPONSES,overloaded,503,server_is_overloaded",
        "GEMINI_GENERATE,contextLength,400,The input token count (4) exceeds the maximum number of tokens allowed (2).",
        "GEMINI_GENERATE,contentFilter,200,'\"promptFeedback\":{\"blockReason\":\"SAFETY\"'",
        "GEMINI_GENERATE,quota,429,PerDay",
        "GEMINI_GENERATE,overloaded,503,UNAVAILABLE",
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
        SimClient client = sixWords(dialect, Map.of(fault, "true"));

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
                sixWords(dialect, Map.of("status", "502", "body", "<html>", "header.content-type", "text/html"));

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
        SimClient client = sixWords(dialect, Map.of("contextWindow", "3"));

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .containsAnyOf(
                        "context_length_exceeded",
                        "prompt is too long: 4 tokens > 3 maximum",
                        "count (4) exceeds",
                        "Input Tokens Exceeded",
                        "size limit exceeded by 1 tokens",
                        "exceeded max context length by 1 tokens");
    }
}
