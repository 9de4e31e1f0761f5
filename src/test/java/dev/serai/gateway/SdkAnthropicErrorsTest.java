/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.anthropic.client.AnthropicClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.errors.BadRequestException;
import com.anthropic.errors.NotFoundException;
import com.anthropic.errors.RateLimitException;
import com.anthropic.errors.SseException;
import com.anthropic.errors.UnauthorizedException;
import com.anthropic.models.ErrorType;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@DisplayName("A6, F2: Anthropic's Java SDK raises its own exceptions")
class SdkAnthropicErrorsTest {
    private static AnthropicClient client;

    @BeforeAll
    static void connect() {
        client = DoorGateway.anthropic(DoorGateway.shared().key());
    }

    @Test
    void raisesBadRequestForAFieldOfTheWrongType() {
        // When
        BadRequestException error = failure(
                BadRequestException.class,
                question("speaks-anthropic")
                        .putAdditionalBodyProperty("max_tokens", JsonValue.from("many"))
                        .build());
        // Then
        assertThat(error.errorType()).contains(ErrorType.INVALID_REQUEST_ERROR);
        assertThat(error.getMessage()).contains("max_tokens");
    }

    @Test
    void raisesUnauthorizedForABadKey() {
        // Given
        AnthropicClient stranger = DoorGateway.anthropic("sk-ant-of-another-place");
        // When
        UnauthorizedException error = catchThrowableOfType(UnauthorizedException.class, () -> stranger.messages()
                .create(question("speaks-anthropic").build()));
        // Then
        assertThat(error.errorType()).contains(ErrorType.AUTHENTICATION_ERROR);
        assertThat(error.requestId()).hasValueSatisfying(id -> assertThat(id).startsWith("req_"));
        assertThat(error.getMessage()).doesNotContain("of-another-place");
    }

    @Test
    void raisesNotFoundForAnUnknownTask() {
        // When
        NotFoundException error =
                failure(NotFoundException.class, question("nonsense").build());
        // Then
        assertThat(error.errorType()).contains(ErrorType.NOT_FOUND_ERROR);
    }

    @Test
    void raisesNotFoundForAnUnknownModelOfTheList() {
        // When
        NotFoundException error = catchThrowableOfType(
                NotFoundException.class, () -> client.models().retrieve("answer-summary"));
        // Then
        assertThat(error.errorType()).contains(ErrorType.NOT_FOUND_ERROR);
    }

    @Test
    void raisesTheStatusForABodyThatIsTooLarge() {
        // When
        AnthropicServiceException error = failure(
                AnthropicServiceException.class,
                question("speaks-anthropic")
                        .addUserMessage("x".repeat(11 << 20))
                        .build());
        // Then
        assertThat(error.statusCode()).isEqualTo(413);
        assertThat(error.getMessage()).contains("larger than the limit");
    }

    @Test
    void raisesRateLimitWhereTheProviderThrottlesForEver() {
        // When
        RateLimitException error =
                failure(RateLimitException.class, question("throttled").build());
        // Then
        assertThat(error.headers().values("Retry-After")).containsExactly("2");
        assertThat(error.errorType()).contains(ErrorType.RATE_LIMIT_ERROR);
    }

    @Test
    void raisesAServerErrorWhereTheProviderIsDown() {
        // When
        AnthropicServiceException error =
                failure(AnthropicServiceException.class, question("down").build());
        // Then
        assertThat(error.statusCode()).isEqualTo(503);
        assertThat(error.errorType()).contains(ErrorType.API_ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"throttled", "down"})
    @DisplayName("H1: a stream that cannot begin fails with a real status")
    void raisesTheStatusOfAStreamThatCannotBegin(String task) {
        // When
        AnthropicServiceException error = catchThrowableOfType(
                AnthropicServiceException.class, () -> read(question(task).build(), new ArrayList<>()));
        // Then
        assertThat(error.statusCode()).isEqualTo(task.equals("down") ? 503 : 429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut", "in-band"})
    @DisplayName("H4: a stream that breaks raises an exception and never ends cleanly")
    void raisesAnExceptionWhereAStreamBreaks(String task) {
        // Given
        List<RawMessageStreamEvent> events = new ArrayList<>();
        // When
        SseException error = catchThrowableOfType(
                SseException.class, () -> read(question(task).build(), events));
        // Then
        assertThat(error).isNotNull();
        assertThat(events).isNotEmpty().noneMatch(RawMessageStreamEvent::isMessageStop);
    }

    private static MessageCreateParams.Builder question(String task) {
        return MessageCreateParams.builder().model(task).maxTokens(500).addUserMessage("Where is my order?");
    }

    private static <E extends Throwable> E failure(Class<E> type, MessageCreateParams request) {
        E error = catchThrowableOfType(type, () -> client.messages().create(request));
        assertThat(error).as("a failure").isNotNull();
        return error;
    }

    private static void read(MessageCreateParams request, List<RawMessageStreamEvent> events) {
        try (StreamResponse<RawMessageStreamEvent> stream = client.messages().createStreaming(request)) {
            stream.stream().forEach(events::add);
        }
    }
}
