/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("A: Gemini's door")
class GeminiDoorTest {
    private static final String QUESTION = "{\"contents\": [{\"role\": \"user\", \"parts\": [{\"text\": \"Hi\"}]}]}";

    private final GatewayUnderTest gateway = DoorGateway.shared();

    @ParameterizedTest
    @ValueSource(strings = {"speaks-openai", "speaks-anthropic"})
    void answersWhole(String task) {
        // When
        HttpResponse<String> response = ask(task + ":generateContent");
        // Then
        assertThat(response.statusCode()).isEqualTo(200);
        JsonNode body = DoorHttp.json(response);
        assertThat(text(body)).isNotEmpty();
        assertThat(body.at("/candidates/0/finishReason").textValue()).isEqualTo("STOP");
        assertThat(body.at("/usageMetadata/candidatesTokenCount").intValue()).isEqualTo(12);
        JsonNode entry = gateway.awaitRecord(DoorHttp.requestId(response));
        assertThat(entry.path("door").textValue()).isEqualTo("gemini-generate");
        assertThat(entry.path("stream").booleanValue()).isFalse();
    }

    @Test
    void streamsEvents() throws Exception {
        // When
        HttpResponse<String> response = ask("speaks-openai:streamGenerateContent?alt=sse");
        // Then
        assertThat(contentType(response)).isEqualTo("text/event-stream;charset=UTF-8");
        String[] events = response.body().strip().split("\n\n");
        assertThat(events).hasSizeGreaterThan(3).allMatch(event -> event.startsWith("data: {"));
        JsonNode last = Json.MAPPER.readTree(events[events.length - 1].substring("data: ".length()));
        assertThat(last.at("/candidates/0/finishReason").textValue()).isEqualTo("STOP");
        JsonNode entry = gateway.awaitRecord(DoorHttp.requestId(response));
        assertThat(entry.path("stream").booleanValue()).isTrue();
    }

    @Test
    void streamsAnArrayWhereNoEventsAreAskedFor() {
        // When
        HttpResponse<String> response = ask("speaks-anthropic:streamGenerateContent");
        // Then
        assertThat(contentType(response)).startsWith("application/json");
        JsonNode array = DoorHttp.json(response);
        assertThat(array.isArray()).isTrue();
        assertThat(array.size()).isGreaterThan(3);
        assertThat(array.get(array.size() - 1).at("/candidates/0/finishReason").textValue())
                .isEqualTo("STOP");
        JsonNode entry = gateway.awaitRecord(DoorHttp.requestId(response));
        assertThat(entry.path("door").textValue()).isEqualTo("gemini-generate-array");
    }

    @Test
    void aStreamThatBreaksEndsWithAnError() {
        // When
        JsonNode array = DoorHttp.json(ask("cut:streamGenerateContent"));
        HttpResponse<String> events = ask("cut:streamGenerateContent?alt=sse");
        // Then
        assertThat(array.size()).isGreaterThan(1);
        assertThat(array.get(array.size() - 1).at("/error/status").textValue()).isEqualTo("UNAVAILABLE");
        assertThat(events.body()).contains("\ndata: {\"error\":{\"code\":");
    }

    @ParameterizedTest
    @CsvSource({
        "nothing:generateContent, 404, NOT_FOUND",
        "speaks-openai:countTokens, 404, NOT_FOUND",
        "speaks-openai, 404, NOT_FOUND",
        "throttled:generateContent, 429, RESOURCE_EXHAUSTED",
        "down:streamGenerateContent, 503, UNAVAILABLE",
    })
    void saysErrorsAsGoogleDoes(String target, int status, String word) {
        // When
        HttpResponse<String> response = ask(target);
        // Then
        assertThat(response.statusCode()).isEqualTo(status);
        JsonNode error = DoorHttp.json(response).path("error");
        assertThat(error.path("code").intValue()).isEqualTo(status);
        assertThat(error.path("status").textValue()).isEqualTo(word);
    }

    @Test
    void namesTheFieldThatIsWrongAndThePathThatIsNotServed() {
        // When
        String path = DoorHttp.GEMINI + "speaks-openai:generateContent";
        HttpResponse<String> wrong = DoorHttp.post(path, gateway.key(), "{\"contents\": []}");
        HttpResponse<String> unserved = DoorHttp.post("/v1beta/nothing", gateway.key(), "{}");
        HttpResponse<String> nobody = DoorHttp.post(path, "sk-nobody", QUESTION);
        // Then
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(DoorHttp.json(wrong)
                        .at("/error/details/1/fieldViolations/0/field")
                        .textValue())
                .isEqualTo("contents");
        assertThat(DoorHttp.json(unserved).at("/error/status").textValue()).isEqualTo("NOT_FOUND");
        assertThat(DoorHttp.json(nobody).at("/error/status").textValue()).isEqualTo("UNAUTHENTICATED");
    }

    private HttpResponse<String> ask(String target) {
        return DoorHttp.post(DoorHttp.GEMINI + target, gateway.key(), QUESTION);
    }

    private static String contentType(HttpResponse<String> response) {
        return response.headers().firstValue("Content-Type").orElseThrow();
    }

    private static String text(JsonNode answer) {
        StringBuilder text = new StringBuilder();
        for (JsonNode part : answer.at("/candidates/0/content/parts")) {
            text.append(part.path("text").asText());
        }
        return text.toString();
    }
}
