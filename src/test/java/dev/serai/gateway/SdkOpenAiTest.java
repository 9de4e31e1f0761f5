/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.openai.client.OpenAIClient;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.chat.completions.StructuredChatCompletionCreateParams;

import dev.serai.gateway.SdkProviders.Served;
import dev.serai.gateway.SdkTypes.FindOrder;
import dev.serai.gateway.SdkTypes.Ticket;

import static org.assertj.core.api.Assertions.assertThat;

/** A6: OpenAI's own SDK works with its base URL and key changed only, whatever dialect the provider speaks. */
@DisplayName("A6, E2, E3: OpenAI's Java SDK")
class SdkOpenAiTest {
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
        ChatCompletion answer =
                client.chat().completions().create(question(served.task()).build());
        // Then
        answer.validate();
        assertThat(text(answer).split(" ")).hasSize(12);
        assertThat(answer.choices().get(0).finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
        var usage = answer.usage().orElseThrow();
        assertThat(usage.completionTokens()).isEqualTo(12);
        assertThat(usage.totalTokens()).isEqualTo(usage.promptTokens() + 12);
        if (served.countsCached()) {
            assertThat(usage.promptTokensDetails().orElseThrow().cachedTokens()).contains(2L);
        }
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAStreamThatAddsUpToTheAnswer(Served served) {
        // Given
        String whole =
                text(client.chat().completions().create(question(served.task()).build()));
        // When
        List<ChatCompletionChunk> chunks = stream(question(served.task()).build());
        // Then
        ChatCompletionAccumulator accumulator = ChatCompletionAccumulator.create();
        chunks.forEach(accumulator::accumulate);
        assertThat(text(accumulator.chatCompletion())).isEqualTo(deltas(chunks)).isEqualTo(whole);
        assertThat(chunks).hasSizeGreaterThan(10).allSatisfy(chunk -> assertThat(chunk.usage())
                .isEmpty());
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsTheUsageOfAStreamWhereItAsks(Served served) {
        // Given
        ChatCompletionCreateParams request = question(served.task())
                .streamOptions(
                        ChatCompletionStreamOptions.builder().includeUsage(true).build())
                .build();
        // When
        List<ChatCompletionChunk> chunks = stream(request);
        // Then
        ChatCompletionChunk last = chunks.get(chunks.size() - 1);
        assertThat(last.choices()).isEmpty();
        assertThat(last.usage().orElseThrow().completionTokens()).isEqualTo(12);
        assertThat(chunks.subList(0, chunks.size() - 1))
                .allSatisfy(chunk -> assertThat(chunk.usage()).isEmpty());
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsATypedToolCallAndAnswersIt(Served served) {
        // When
        ChatCompletion asked = client.chat()
                .completions()
                .create(question(served.task()).addTool(FindOrder.class).build());
        // Then
        assertThat(asked.choices().get(0).finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.TOOL_CALLS);
        ChatCompletionMessageFunctionToolCall call = toolCall(asked);
        assertThat(call.function().name()).isEqualTo("FindOrder");
        assertThat(call.function().arguments(FindOrder.class).orderId).isNotBlank();
        // When
        ChatCompletion answer = client.chat()
                .completions()
                .create(question(served.task())
                        .addTool(FindOrder.class)
                        .addMessage(asked.choices().get(0).message())
                        .addMessage(ChatCompletionToolMessageParam.builder()
                                .toolCallId(call.id())
                                .content("It is on its way.")
                                .build())
                        .build());
        // Then
        assertThat(text(answer)).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAToolCallInAStream(Served served) {
        // When
        List<ChatCompletionChunk> chunks =
                stream(question(served.task()).addTool(FindOrder.class).build());
        // Then
        ChatCompletionAccumulator accumulator = ChatCompletionAccumulator.create();
        chunks.forEach(accumulator::accumulate);
        assertThat(toolCall(accumulator.chatCompletion()).function().arguments(FindOrder.class).orderId)
                .isNotBlank();
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAnAnswerOfItsSchemaAsAnObject(Served served) {
        // Given
        StructuredChatCompletionCreateParams<Ticket> request =
                question(served.task()).responseFormat(Ticket.class).build();
        // When
        Ticket ticket = client.chat()
                .completions()
                .create(request)
                .choices()
                .get(0)
                .message()
                .content()
                .orElseThrow();
        // Then
        assertThat(ticket.category).isNotNull();
    }

    @Test
    @DisplayName("A2: the list of models has the caller's tasks")
    void listsTheTasks() {
        // When
        var models = client.models().list().data();
        // Then
        assertThat(models).extracting(model -> model.validate().id()).contains("speaks-openai", "support-answer");
        assertThat(models)
                .extracting(model -> model.id())
                .doesNotContain("answer-summary")
                .isSorted();
        assertThat(client.models().retrieve("throttled").ownedBy()).isEqualTo("tests");
    }

    @Test
    @DisplayName("A2: a caller sees only the tasks that it may call")
    void listsOnlyWhatTheCallerMayCall() {
        // When
        var models = DoorGateway.openAi(DoorGateway.LIMITED_KEY).models().list().data();
        // Then
        assertThat(models).extracting(model -> model.id()).containsExactly("speaks-openai");
    }

    private static ChatCompletionCreateParams.Builder question(String task) {
        return ChatCompletionCreateParams.builder()
                .model(task)
                .addSystemMessage("Be brief.")
                .addUserMessage("Where is my order?");
    }

    private static List<ChatCompletionChunk> stream(ChatCompletionCreateParams request) {
        try (StreamResponse<ChatCompletionChunk> stream =
                client.chat().completions().createStreaming(request)) {
            List<ChatCompletionChunk> chunks = new ArrayList<>();
            stream.stream().forEach(chunks::add);
            return chunks;
        }
    }

    private static String deltas(List<ChatCompletionChunk> chunks) {
        StringBuilder text = new StringBuilder();
        for (ChatCompletionChunk chunk : chunks) {
            chunk.choices().forEach(choice -> choice.delta().content().ifPresent(text::append));
        }
        return text.toString();
    }

    private static ChatCompletionMessageFunctionToolCall toolCall(ChatCompletion answer) {
        return answer.choices()
                .get(0)
                .message()
                .toolCalls()
                .orElseThrow()
                .get(0)
                .asFunction();
    }

    private static String text(ChatCompletion answer) {
        return answer.choices().get(0).message().content().orElseThrow();
    }
}
