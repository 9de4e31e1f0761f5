/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.InternalServerException;
import com.openai.errors.NotFoundException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.errors.SseException;
import com.openai.errors.UnauthorizedException;
import com.openai.errors.UnexpectedStatusCodeException;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@DisplayName("A6, F2: OpenAI's Java SDK raises its own exceptions")
class SdkOpenAiErrorsTest {
    private static OpenAIClient client;

    @BeforeAll
    static void connect() {
        client = DoorGateway.openAi(DoorGateway.shared().key());
    }

    @Test
    void raisesBadRequestForAFieldOfTheWrongType() {
        // When
        BadRequestException error = failure(
                BadRequestException.class,
                question("speaks-openai")
                        .putAdditionalBodyProperty("max_completion_tokens", JsonValue.from("many"))
                        .build());
        // Then
        assertThat(error.param()).contains("max_completion_tokens");
        assertThat(error.type()).contains("invalid_request_error");
        assertThat(error.getMessage()).contains("max_completion_tokens");
    }

    @Test
    void raisesUnauthorizedForABadKey() {
        // Given
        OpenAIClient stranger = DoorGateway.openAi("sk-proj-of-another-place");
        // When
        UnauthorizedException error = catchThrowableOfType(UnauthorizedException.class, () -> stranger.chat()
                .completions()
                .create(question("speaks-openai").build()));
        // Then
        assertThat(error.code()).contains("invalid_api_key");
        assertThat(error.getMessage()).doesNotContain("of-another-place").contains("sk-serai-");
    }

    @Test
    void raisesNotFoundForAnUnknownTask() {
        // When
        NotFoundException error =
                failure(NotFoundException.class, question("nonsense").build());
        // Then
        assertThat(error.code()).contains("model_not_found");
    }

    @Test
    void raisesNotFoundForAnUnknownModelOfTheList() {
        // When
        NotFoundException error = catchThrowableOfType(
                NotFoundException.class, () -> client.models().retrieve("answer-summary"));
        // Then
        assertThat(error.code()).contains("model_not_found");
    }

    @Test
    void raisesUnauthorizedForTheListOfModelsWithABadKey() {
        // When
        UnauthorizedException error = catchThrowableOfType(
                UnauthorizedException.class,
                () -> DoorGateway.openAi("sk-nobody").models().list());
        // Then
        assertThat(error.code()).contains("invalid_api_key");
    }

    @Test
    void raisesTheStatusForABodyThatIsTooLarge() {
        // When
        UnexpectedStatusCodeException error = failure(
                UnexpectedStatusCodeException.class,
                question("speaks-openai").addUserMessage("x".repeat(11 << 20)).build());
        // Then
        assertThat(error.statusCode()).isEqualTo(413);
        assertThat(error.code()).contains("request_too_large");
    }

    @Test
    void raisesRateLimitWhereTheProviderThrottlesForEver() {
        // When
        RateLimitException error =
                failure(RateLimitException.class, question("throttled").build());
        // Then
        assertThat(error.headers().values("Retry-After")).containsExactly("2");
        assertThat(error.code()).contains("rate_limit_exceeded");
    }

    @Test
    void raisesInternalServerErrorWhereTheProviderIsDown() {
        // When
        InternalServerException error =
                failure(InternalServerException.class, question("down").build());
        // Then
        assertThat(error.statusCode()).isEqualTo(503);
        assertThat(error.type()).contains("server_error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"throttled", "down"})
    @DisplayName("H1: a stream that cannot begin fails with a real status")
    void raisesTheStatusOfAStreamThatCannotBegin(String task) {
        // When
        OpenAIServiceException error = catchThrowableOfType(
                OpenAIServiceException.class, () -> read(question(task).build(), new ArrayList<>()));
        // Then
        assertThat(error.statusCode()).isEqualTo(task.equals("down") ? 503 : 429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut", "in-band"})
    @DisplayName("H4: a stream that breaks raises an exception and never ends cleanly")
    void raisesAnExceptionWhereAStreamBreaks(String task) {
        // Given
        List<ChatCompletionChunk> chunks = new ArrayList<>();
        // When
        SseException error = catchThrowableOfType(
                SseException.class, () -> read(question(task).build(), chunks));
        // Then
        assertThat(error).isNotNull();
        assertThat(error.type()).contains("server_error");
        assertThat(chunks).isNotEmpty().allSatisfy(chunk -> assertThat(chunk.choices())
                .allSatisfy(choice -> assertThat(choice.finishReason()).isEmpty()));
    }

    private static ChatCompletionCreateParams.Builder question(String task) {
        return ChatCompletionCreateParams.builder().model(task).addUserMessage("Where is my order?");
    }

    private static <E extends Throwable> E failure(Class<E> type, ChatCompletionCreateParams request) {
        E error = catchThrowableOfType(type, () -> client.chat().completions().create(request));
        assertThat(error).as("a failure").isNotNull();
        return error;
    }

    private static void read(ChatCompletionCreateParams request, List<ChatCompletionChunk> chunks) {
        try (StreamResponse<ChatCompletionChunk> stream =
                client.chat().completions().createStreaming(request)) {
            stream.stream().forEach(chunks::add);
        }
    }
}
