/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("A7, A8: what a caller may name as its model")
class DoorPinTest {
    private static final String PIN = "X-Serai-Deployment";

    private final GatewayUnderTest gateway = DoorGateway.shared();

    @BeforeEach
    void forgetEarlierRequests() {
        gateway.journal().clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {DoorHttp.OPENAI, DoorHttp.ANTHROPIC, DoorHttp.RESPONSES, DoorHttp.GEMINI})
    @DisplayName("A8: with the permission, a pin in the header chooses the deployment of a task")
    void pinsByHeader(String door) {
        // When
        HttpResponse<String> response = DoorHttp.ask(door, gateway.key(), "speaks-openai", PIN, "one-anthropic");
        // Then
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue(PIN)).contains("one-anthropic");
        assertThat(gateway.awaitRecord(DoorHttp.requestId(response))
                        .path("pinned")
                        .textValue())
                .isEqualTo("one-anthropic");
    }

    @ParameterizedTest
    @ValueSource(strings = {DoorHttp.OPENAI, DoorHttp.ANTHROPIC, DoorHttp.RESPONSES, DoorHttp.GEMINI})
    @DisplayName("A8: with the permission, a deployment's name is a model")
    void pinsByModel(String door) {
        // When
        HttpResponse<String> response = DoorHttp.ask(door, gateway.key(), "one-anthropic");
        // Then
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue(PIN)).contains("one-anthropic");
    }

    @ParameterizedTest
    @ValueSource(strings = {DoorHttp.OPENAI, DoorHttp.ANTHROPIC, DoorHttp.RESPONSES, DoorHttp.GEMINI})
    @DisplayName("A2: an alias is a task to callers that may call it, and the record has the task's own name")
    void callsByAlias(String door) {
        // When
        HttpResponse<String> response = DoorHttp.ask(door, DoorGateway.LIMITED_KEY, "gpt-4.1");
        // Then
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(gateway.awaitRecord(DoorHttp.requestId(response))
                        .at("/task/name")
                        .textValue())
                .isEqualTo("speaks-openai");
    }

    @Test
    @DisplayName("A8: the use-case door takes a pin too")
    void pinsAUseCase() {
        // When
        HttpResponse<String> response =
                DoorHttp.post(DoorHttp.USE_CASE, gateway.key(), "{\"input\": \"Hi\"}", PIN, "one-anthropic");
        // Then
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue(PIN)).contains("one-anthropic");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/chat/completions, answer-summary, ''",
        "/v1/chat/completions, one-openai, ''",
        "/v1/chat/completions, speaks-openai, one-anthropic",
        "/v1/chat/completions, speaks-openai, no-such-deployment",
        "/v1/messages, answer-summary, ''",
        "/v1/messages, one-openai, ''",
        "/v1/messages, speaks-openai, one-anthropic",
        "/v1/responses, one-openai, ''",
        "/v1/responses, speaks-openai, one-anthropic",
        "/v1beta/models/, answer-summary, ''",
        "/v1beta/models/, one-gemini, ''",
        "/v1beta/models/, speaks-openai, one-anthropic",
    })
    @DisplayName("A7, A8: internal tasks and pins without the permission get the 404 of an unknown task")
    void hidesWhatIsNotTheCallers(String door, String model, String pin) {
        // Given
        HttpResponse<String> unknown = DoorHttp.ask(door, DoorGateway.PLAIN_KEY, "no-such-task");
        // When
        HttpResponse<String> response = pin.isEmpty()
                ? DoorHttp.ask(door, DoorGateway.PLAIN_KEY, model)
                : DoorHttp.ask(door, DoorGateway.PLAIN_KEY, model, PIN, pin);
        // Then
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(withoutIds(response, model)).isEqualTo(withoutIds(unknown, "no-such-task"));
        assertThat(response.headers().map().keySet())
                .isEqualTo(unknown.headers().map().keySet());
        assertThat(gateway.journal().requests()).isEmpty();
    }

    @Test
    @DisplayName("A7: a task that is not the caller's gets the 404 of an unknown task")
    void hidesTasksOfOthers() {
        // When
        HttpResponse<String> others = DoorHttp.post(
                DoorHttp.OPENAI, DoorGateway.LIMITED_KEY, DoorHttp.question(DoorHttp.OPENAI, "speaks-anthropic"));
        HttpResponse<String> unknown = DoorHttp.post(
                DoorHttp.OPENAI, DoorGateway.LIMITED_KEY, DoorHttp.question(DoorHttp.OPENAI, "no-such-task"));
        // Then
        assertThat(others.statusCode()).isEqualTo(404);
        assertThat(withoutIds(others, "speaks-anthropic")).isEqualTo(withoutIds(unknown, "no-such-task"));
    }

    @Test
    @DisplayName("A7: the list of models hides them with the same 404")
    void hidesTasksOfOthersFromTheList() {
        // When
        HttpResponse<String> internal = DoorHttp.call("GET", "/v1/models/answer-summary", DoorGateway.PLAIN_KEY);
        HttpResponse<String> unknown = DoorHttp.call("GET", "/v1/models/no-such-task", DoorGateway.PLAIN_KEY);
        // Then
        assertThat(internal.statusCode()).isEqualTo(404);
        assertThat(withoutIds(internal, "answer-summary")).isEqualTo(withoutIds(unknown, "no-such-task"));
    }

    @Test
    @DisplayName("J1: a caller's own mistakes never open a breaker")
    void callersMistakesDoNotCountForTheBreaker() {
        for (int i = 0; i < 4; i++) {
            // When
            HttpResponse<String> response =
                    DoorHttp.post(DoorHttp.OPENAI, gateway.key(), DoorHttp.question(DoorHttp.OPENAI, "prudish"));
            // Then
            assertThat(response.statusCode()).isEqualTo(400);
        }
        assertThat(gateway.journal().requests()).hasSize(4);
    }

    private static String withoutIds(HttpResponse<String> response, String name) {
        return response.body().replace(name, "NAME").replace(DoorHttp.requestId(response), "ID");
    }
}
