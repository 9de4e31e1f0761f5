/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.anthropic.client.AnthropicClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.StopReason;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUseBlock;
import com.anthropic.models.models.ModelListPage;

import dev.serai.gateway.SdkProviders.Served;
import dev.serai.gateway.SdkTypes.Ticket;

import static org.assertj.core.api.Assertions.assertThat;

/** A6: Anthropic's own SDK works with its base URL and key changed only, whatever dialect the provider speaks. */
@DisplayName("A6, E2, E3: Anthropic's Java SDK")
class SdkAnthropicTest {
    private static final String PROVIDERS = "dev.serai.gateway.SdkProviders#all";

    private static final Tool FIND_ORDER = Tool.builder()
            .name("find_order")
            .description("Looks an order up")
            .inputSchema(Tool.InputSchema.builder()
                    .properties(Tool.InputSchema.Properties.builder()
                            .putAdditionalProperty("orderId", JsonValue.from(Map.of("type", "string")))
                            .build())
                    .addRequired("orderId")
                    .build())
            .build();

    private static AnthropicClient client;

    record Order(String orderId) {}

    @BeforeAll
    static void connect() {
        client = DoorGateway.anthropic(DoorGateway.shared().key());
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAPlainAnswerWithItsUsage(Served served) {
        // When
        Message answer = client.messages().create(question(served.task()).build());
        // Then
        assertThat(text(answer).split(" ")).hasSize(12);
        assertThat(answer.stopReason()).contains(StopReason.END_TURN);
        assertThat(answer.usage().outputTokens()).isEqualTo(12);
        if (served.countsCached()) {
            assertThat(answer.usage().cacheReadInputTokens()).contains(2L);
        }
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAStreamThatAddsUpToTheAnswer(Served served) {
        // Given
        Message whole = client.messages().create(question(served.task()).build());
        // When
        List<RawMessageStreamEvent> events = stream(question(served.task()).build());
        // Then
        Message accumulated = accumulated(events);
        assertThat(text(accumulated)).isEqualTo(deltas(events)).isEqualTo(text(whole));
        assertThat(accumulated.stopReason()).contains(StopReason.END_TURN);
        assertThat(accumulated.usage().outputTokens()).isEqualTo(12);
        assertThat(events.get(events.size() - 1).isMessageStop()).isTrue();
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsATypedToolCallAndAnswersIt(Served served) {
        // When
        Message asked = client.messages()
                .create(question(served.task()).addTool(FIND_ORDER).build());
        // Then
        assertThat(asked.stopReason()).contains(StopReason.TOOL_USE);
        ToolUseBlock call = toolCall(asked);
        assertThat(call.name()).isEqualTo("find_order");
        assertThat(call._input().convert(Order.class).orderId()).isNotBlank();
        // When
        Message answer = client.messages()
                .create(question(served.task())
                        .addTool(FIND_ORDER)
                        .addMessage(asked)
                        .addUserMessageOfContentBlockParams(
                                List.of(ContentBlockParam.ofToolResult(ToolResultBlockParam.builder()
                                        .toolUseId(call.id())
                                        .content("It is on its way.")
                                        .build())))
                        .build());
        // Then
        assertThat(text(answer)).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAToolCallInAStream(Served served) {
        // When
        Message asked =
                accumulated(stream(question(served.task()).addTool(FIND_ORDER).build()));
        // Then
        assertThat(toolCall(asked)._input().convert(Order.class).orderId()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAnAnswerOfItsSchemaAsAnObject(Served served) {
        // When
        Ticket ticket = client.messages()
                .create(question(served.task()).outputConfig(Ticket.class).build())
                .content()
                .get(0)
                .asText()
                .text();
        // Then
        assertThat(ticket.category).isNotNull();
    }

    @Test
    @DisplayName("A3: the list of models has the caller's tasks, in Anthropic's form")
    void listsTheTasks() {
        // When
        ModelListPage page = client.models().list();
        // Then
        assertThat(page.data()).extracting(model -> model.id()).contains("speaks-anthropic", "support-answer");
        assertThat(page.data()).extracting(model -> model.id()).doesNotContain("answer-summary");
        assertThat(page.hasMore()).contains(false);
        assertThat(page.lastId())
                .contains(page.data().get(page.data().size() - 1).id());
        assertThat(client.models().retrieve("support-answer").maxTokens()).contains(1024L);
        assertThat(page.data().get(0).createdAt()).isNotNull();
    }

    private static MessageCreateParams.Builder question(String task) {
        return MessageCreateParams.builder()
                .model(task)
                .maxTokens(500)
                .system("Be brief.")
                .addUserMessage("Where is my order?");
    }

    private static List<RawMessageStreamEvent> stream(MessageCreateParams request) {
        try (StreamResponse<RawMessageStreamEvent> stream = client.messages().createStreaming(request)) {
            List<RawMessageStreamEvent> events = new ArrayList<>();
            stream.stream().forEach(events::add);
            return events;
        }
    }

    private static Message accumulated(List<RawMessageStreamEvent> events) {
        MessageAccumulator accumulator = MessageAccumulator.create();
        events.forEach(accumulator::accumulate);
        return accumulator.message();
    }

    private static String deltas(List<RawMessageStreamEvent> events) {
        StringBuilder text = new StringBuilder();
        events.forEach(event -> event.contentBlockDelta()
                .flatMap(block -> block.delta().text())
                .ifPresent(delta -> text.append(delta.text())));
        return text.toString();
    }

    private static ToolUseBlock toolCall(Message message) {
        return message.content().stream()
                .flatMap(block -> block.toolUse().stream())
                .findFirst()
                .orElseThrow();
    }

    private static String text(Message message) {
        return message.content().get(0).asText().text();
    }
}
