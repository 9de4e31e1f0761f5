/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.openai.client.OpenAIClient;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseStatus;
import com.openai.models.responses.ResponseStreamEvent;

import dev.serai.gateway.SdkProviders.Served;
import dev.serai.gateway.SdkTypes.FindOrder;
import dev.serai.gateway.SdkTypes.Ticket;

import static org.assertj.core.api.Assertions.assertThat;

/** A2, A6: OpenAI's own SDK by its Responses, whatever dialect the provider speaks. */
@DisplayName("A2, A6, E2, E3: the Responses of OpenAI's Java SDK")
class SdkResponsesTest {
    private static final String PROVIDERS = "dev.serai.gateway.SdkProviders#all";

    private static OpenAIClient client;

    @BeforeAll
    static void connect() {
        client = DoorGateway.openAi(DoorGateway.shared().key());
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAPlainAnswerWithItsUsage(Served served) {
        // When
        Response answer = client.responses().create(question(served).build());
        // Then
        answer.validate();
        assertThat(text(answer).split(" ")).hasSize(12);
        assertThat(answer.status()).contains(ResponseStatus.COMPLETED);
        var usage = answer.usage().orElseThrow();
        assertThat(usage.outputTokens()).isEqualTo(12);
        assertThat(usage.totalTokens()).isEqualTo(usage.inputTokens() + 12);
        if (served.countsCached()) {
            assertThat(usage.inputTokensDetails().cachedTokens()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAStreamThatAddsUpToTheAnswer(Served served) {
        // Given
        String whole = text(client.responses().create(question(served).build()));
        // When
        List<ResponseStreamEvent> events = stream(question(served).build());
        // Then
        StringBuilder deltas = new StringBuilder();
        events.forEach(event -> event.outputTextDelta().ifPresent(delta -> deltas.append(delta.delta())));
        assertThat(deltas).hasToString(whole);
        assertThat(events.get(0).isCreated()).isTrue();
        Response last = accumulated(events);
        assertThat(text(last)).isEqualTo(whole);
        assertThat(last.usage().orElseThrow().outputTokens()).isEqualTo(12);
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsATypedToolCallAndAnswersIt(Served served) {
        // When
        Response asked = client.responses()
                .create(question(served).addTool(FindOrder.class).build());
        // Then
        ResponseFunctionToolCall call = toolCall(asked);
        assertThat(call.name()).isEqualTo("FindOrder");
        assertThat(call.arguments(FindOrder.class).orderId).isNotBlank();
        // When
        Response answer = client.responses()
                .create(question(served)
                        .addTool(FindOrder.class)
                        .input(ResponseCreateParams.Input.ofResponse(List.of(
                                ResponseInputItem.ofEasyInputMessage(EasyInputMessage.builder()
                                        .role(EasyInputMessage.Role.USER)
                                        .content("Where is my order?")
                                        .build()),
                                ResponseInputItem.ofFunctionCall(call),
                                ResponseInputItem.ofFunctionCallOutput(ResponseInputItem.FunctionCallOutput.builder()
                                        .callId(call.callId())
                                        .outputAsJson(Map.of("status", "on its way"))
                                        .build()))))
                        .build());
        // Then
        assertThat(text(answer)).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAToolCallInAStream(Served served) {
        // When
        Response asked =
                accumulated(stream(question(served).addTool(FindOrder.class).build()));
        // Then
        assertThat(toolCall(asked).arguments(FindOrder.class).orderId).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAnAnswerOfItsSchemaAsAnObject(Served served) {
        // When
        Ticket ticket = client
                .responses()
                .create(question(served).text(Ticket.class).build())
                .output()
                .stream()
                .flatMap(item -> item.message().stream())
                .flatMap(message -> message.content().stream())
                .flatMap(content -> content.outputText().stream())
                .findFirst()
                .orElseThrow();
        // Then
        assertThat(ticket.category).isNotNull();
    }

    private static ResponseCreateParams.Builder question(Served served) {
        return ResponseCreateParams.builder()
                .model(served.task())
                .instructions("Be brief.")
                .input("Where is my order?");
    }

    private static List<ResponseStreamEvent> stream(ResponseCreateParams request) {
        try (StreamResponse<ResponseStreamEvent> stream = client.responses().createStreaming(request)) {
            return stream.stream().toList();
        }
    }

    private static Response accumulated(List<ResponseStreamEvent> events) {
        ResponseAccumulator accumulator = ResponseAccumulator.create();
        events.forEach(accumulator::accumulate);
        return accumulator.response();
    }

    private static ResponseFunctionToolCall toolCall(Response response) {
        return response.output().stream()
                .flatMap(item -> item.functionCall().stream())
                .findFirst()
                .orElseThrow();
    }

    private static String text(Response response) {
        return response.output().stream()
                .flatMap(item -> item.message().stream())
                .findFirst()
                .orElseThrow()
                .content()
                .get(0)
                .asOutputText()
                .text();
    }
}
