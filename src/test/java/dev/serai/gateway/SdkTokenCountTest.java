/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.anthropic.client.AnthropicClient;
import com.anthropic.errors.NotFoundException;
import com.anthropic.models.messages.MessageCountTokensParams;
import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@DisplayName("A3, A6: Anthropic's Java SDK counts tokens")
class SdkTokenCountTest {
    private static final String PATH = "/v1/messages/count_tokens";
    private static final String HEADER = "X-Serai-Token-Count";

    private static AnthropicClient client;

    @BeforeAll
    static void connect() {
        client = OperationsGateway.anthropic(OperationsGateway.shared().key());
    }

    @BeforeEach
    void forgetEarlierRequests() {
        OperationsGateway.shared().journal().clear();
    }

    @Test
    @DisplayName("A3: the first deployment of the task that can count is asked, and nothing is generated")
    void asksTheProvider() {
        // When
        long tokens =
                client.messages().countTokens(question("chat-counted").build()).inputTokens();
        JsonNode decision = OperationsGateway.lastRecord("chat-counted");
        // Then
        assertThat(tokens).isEqualTo(4711);
        assertThat(OperationsGateway.shared().journal().requests())
                .singleElement()
                .satisfies(request -> {
                    assertThat(request.json().path("model").asText()).isEqualTo("quick");
                    assertThat(request.json().has("max_tokens")).isFalse();
                    assertThat(request.json().has("system")).isTrue();
                });
        assertThat(decision.path("door").asText()).isEqualTo("anthropic-count-tokens");
        assertThat(decision.at("/caller/name").asText()).isEqualTo("first-run");
        assertThat(decision.path("deployment").asText()).isEqualTo("counts");
        assertThat(decision.path("estimated").asText()).isEqualTo("false");
        assertThat(decision.has("usage")).isFalse();
        assertThat(decision.at("/candidates/0/deployment").asText()).isEqualTo("chats");
        assertThat(decision.at("/candidates/0/detail").asText()).isEqualTo("count_tokens");
    }

    @Test
    @DisplayName("A3: where none can, the answer is an estimate, and record and header say so")
    void estimatesWhereNoneCanCount() {
        // When
        HttpResponse<String> answer =
                post("chat-only", OperationsGateway.shared().key());
        JsonNode decision = OperationsGateway.lastRecord("chat-only");
        // Then
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"input_tokens\":25}");
        assertThat(answer.headers().firstValue(HEADER)).contains("estimated");
        assertThat(decision.path("estimated").asText()).isEqualTo("true");
        assertThat(decision.path("outcome").asText()).isEqualTo("ok");
        assertThat(decision.path("attempts")).isEmpty();
        assertThat(OperationsGateway.shared().journal().requests()).isEmpty();
    }

    @Test
    @DisplayName("A3, J1: a count that fails is an estimate, and the attempt is in the record")
    void estimatesWhereTheProviderFails() {
        // When
        long tokens = client.messages()
                .countTokens(question("chat-uncounted").build())
                .inputTokens();
        JsonNode decision = OperationsGateway.lastRecord("chat-uncounted");
        // Then
        assertThat(tokens).isPositive();
        assertThat(FaultBed.attempts(decision)).containsExactly("counts-not provider_unavailable");
        assertThat(decision.path("estimated").asText()).isEqualTo("true");
        assertThat(decision.has("deployment")).isFalse();
    }

    @Test
    @DisplayName("A3, G1: a provider that does not answer is not waited for until the deadline")
    void estimatesWhereTheProviderIsSilent() {
        // Given
        Instant start = Instant.now();
        // When
        long tokens =
                client.messages().countTokens(question("chat-waiting").build()).inputTokens();
        // Then
        assertThat(tokens).isPositive();
        assertThat(Duration.between(start, Instant.now())).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(20));
        assertThat(FaultBed.attempts(OperationsGateway.lastRecord("chat-waiting")))
                .containsExactly("counts-never deadline_exceeded");
    }

    @Test
    @DisplayName("A9: how it was counted is for callers with the permission diagnose")
    void tellsOnlyWhoMayKnow() {
        // When
        HttpResponse<String> diagnosing =
                post("chat-counted", OperationsGateway.shared().key());
        HttpResponse<String> plain = post("chat-counted", OperationsGateway.PLAIN_KEY);
        // Then
        assertThat(diagnosing.headers().firstValue(HEADER)).contains("counted");
        assertThat(plain.statusCode()).isEqualTo(200);
        assertThat(plain.headers().firstValue(HEADER)).isEmpty();
    }

    @Test
    @DisplayName("A8: a pinned deployment is the one that counts")
    void asksThePinnedDeployment() {
        // When
        long tokens = client.messages().countTokens(question("counts").build()).inputTokens();
        // Then
        assertThat(tokens).isEqualTo(4711);
        assertThat(OperationsGateway.shared().journal().requests())
                .extracting(SimRequest::status)
                .containsExactly(200);
    }

    @Test
    @DisplayName("A7: an unknown task is the SDK's not found, and a request without messages its bad request")
    void raisesItsExceptions() {
        // When
        NotFoundException unknown = catchThrowableOfType(NotFoundException.class, () -> client.messages()
                .countTokens(question("nonsense").build()));
        HttpResponse<String> broken = OperationsGateway.post(
                PATH, OperationsGateway.shared().key(), "{\"model\": \"chat-only\", \"messages\": []}");
        // Then
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(broken.statusCode()).isEqualTo(400);
        assertThat(broken.body()).contains("invalid_request_error", "messages");
    }

    private static MessageCountTokensParams.Builder question(String task) {
        return MessageCountTokensParams.builder()
                .model(task)
                .system("Be brief.")
                .addUserMessage("Where is my order?");
    }

    private static HttpResponse<String> post(String task, String key) {
        return OperationsGateway.post(
                PATH,
                key,
                "{\"model\": \"%s\", \"messages\": [{\"role\": \"user\", \"content\": \"%s\"}]}"
                        .formatted(task, "word ".repeat(20)));
    }
}
