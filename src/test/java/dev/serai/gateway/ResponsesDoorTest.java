/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.core.http.StreamResponse;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStatus;
import com.openai.models.responses.ResponseStreamEvent;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("A: the door of OpenAI's Responses")
class ResponsesDoorTest {
    private final GatewayUnderTest gateway = DoorGateway.shared();

    @Test
    void answersOpenAisOwnClient() {
        // When
        Response response = DoorGateway.openAi(gateway.key()).responses().create(question("speaks-anthropic"));
        // Then
        assertThat(text(response)).isNotEmpty();
        assertThat(response.status()).contains(ResponseStatus.COMPLETED);
        assertThat(response.usage().orElseThrow().outputTokens()).isEqualTo(12);
    }

    @Test
    void streamsToOpenAisOwnClient() {
        // When
        List<ResponseStreamEvent> events;
        try (StreamResponse<ResponseStreamEvent> stream =
                DoorGateway.openAi(gateway.key()).responses().createStreaming(question("speaks-openai"))) {
            events = stream.stream().toList();
        }
        // Then
        assertThat(events.get(0).isCreated()).isTrue();
        assertThat(text(events.get(events.size() - 1).asCompleted().response())).isNotEmpty();
    }

    @Test
    void saysItsErrorsAndItsName() {
        // When
        HttpResponse<String> unknown =
                DoorHttp.post(DoorHttp.RESPONSES, gateway.key(), DoorHttp.question(DoorHttp.RESPONSES, "nothing"));
        HttpResponse<String> stateful = DoorHttp.post(
                DoorHttp.RESPONSES,
                gateway.key(),
                "{\"model\": \"speaks-openai\", \"input\": \"Hi\", \"previous_response_id\": \"resp_1\"}");
        // Then
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(stateful.statusCode()).isEqualTo(400);
        JsonNode error = DoorHttp.json(stateful).path("error");
        assertThat(error.path("message").textValue()).contains("previous_response_id");
        JsonNode entry = gateway.awaitRecord(DoorHttp.requestId(stateful));
        assertThat(entry.path("door").textValue()).isEqualTo("openai-responses");
        assertThat(entry.path("outcome").textValue()).isEqualTo("unsupported_feature");
    }

    private static ResponseCreateParams question(String task) {
        return ResponseCreateParams.builder().model(task).input("Hi").build();
    }

    private static String text(Response response) {
        return response.output()
                .get(0)
                .asMessage()
                .content()
                .get(0)
                .asOutputText()
                .text();
    }
}
