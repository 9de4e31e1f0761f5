/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;
import com.openai.errors.BadRequestException;
import com.openai.errors.NotFoundException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.models.embeddings.CreateEmbeddingResponse;
import com.openai.models.embeddings.EmbeddingCreateParams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@DisplayName("A6, A7, D4, F2: OpenAI's Java SDK raises its own exceptions for embeddings")
class SdkEmbeddingsErrorsTest {
    private static OpenAIClient client;

    @BeforeAll
    static void connect() {
        client = OperationsGateway.openAi(OperationsGateway.shared().key());
    }

    @BeforeEach
    void forgetEarlierRequests() {
        OperationsGateway.shared().journal().clear();
    }

    @Test
    @DisplayName("A6, F2: a throttled provider is the SDK's rate limit, with how long to wait")
    void raisesRateLimit() {
        // When
        RateLimitException error =
                failure(RateLimitException.class, request("embed-throttled").input("Hello"));
        // Then
        assertThat(error.headers().values("Retry-After")).containsExactly("2");
    }

    @Test
    @DisplayName("A6: what the provider finds wrong, and what the door does, is the SDK's bad request")
    void raisesBadRequest() {
        // When
        BadRequestException providers = failure(
                BadRequestException.class, request("embed").input("Hello").dimensions(-1));
        BadRequestException doors =
                failure(BadRequestException.class, request("embed").inputOfArrayOfStrings(List.of()));
        // Then
        assertThat(providers.getMessage()).contains("less than the minimum of 1");
        assertThat(doors.param()).contains("input");
        assertThat(OperationsGateway.shared().journal().requests()).hasSize(1);
    }

    @Test
    @DisplayName("D4: tokens for a provider that takes texts only are refused by name, and nothing is sent")
    void refusesTokensByName() {
        // When
        BadRequestException error =
                failure(BadRequestException.class, request("embed-texts").inputOfArrayOfTokens(List.of(15339L, 1917L)));
        JsonNode decision = OperationsGateway.lastRecord("embed-texts");
        // Then
        assertThat(error.getMessage()).contains("unsupported (input)");
        assertThat(decision.path("attempts")).isEmpty();
        assertThat(decision.at("/candidates/0/detail").asText()).isEqualTo("input");
    }

    @Test
    @DisplayName("C2: the longest input counts for the task's limit, as each is embedded on its own")
    void limitsEachInput() {
        // Given
        String words = "word ".repeat(9);
        // When
        CreateEmbeddingResponse many = client.embeddings()
                .create(request("embed-short-texts")
                        .inputOfArrayOfStrings(List.of(words, words, words))
                        .build());
        BadRequestException error =
                failure(BadRequestException.class, request("embed-short-texts").input(words.repeat(2)));
        // Then
        assertThat(many.data()).hasSize(3);
        assertThat(error.code()).contains("context_length_exceeded");
    }

    @Test
    @DisplayName("B1: a bad key is the SDK's unauthorized")
    void raisesUnauthorized() {
        // When
        UnauthorizedException error =
                catchThrowableOfType(UnauthorizedException.class, () -> OperationsGateway.openAi("sk-nobody")
                        .embeddings()
                        .create(request("embed").input("Hello").build()));
        // Then
        assertThat(error.code()).contains("invalid_api_key");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/embeddings, no-such-task, chat-only",
        "/v1/chat/completions, no-such-task, embed",
        "/v1/responses, no-such-task, embed",
        "/v1/messages, no-such-task, embed",
        "/v1/messages/count_tokens, no-such-task, embed",
        "/gateway/use-cases/embed, no-such-task, embed",
    })
    @DisplayName("A task of the other kind gets a 404 that says where to call it, and nothing is sent")
    void saysWhereATaskOfTheOtherKindIsCalled(String path, String unknown, String task) {
        // Given
        String key = OperationsGateway.PLAIN_KEY;
        // When
        var other = OperationsGateway.post(path, key, body(task, path));
        var none = OperationsGateway.post(
                path.replace("use-cases/embed", "use-cases/" + unknown), key, body(unknown, path));
        // Then
        assertThat(other.statusCode()).isEqualTo(none.statusCode()).isEqualTo(404);
        assertThat(none.body()).contains("There is no task");
        assertThat(other.body()).contains("'" + task + "' is for ").contains(" call it ");
        assertThat(OperationsGateway.shared().journal().requests()).isEmpty();
    }

    @Test
    @DisplayName("A7: and so does the SDK's call")
    void raisesNotFound() {
        // When
        NotFoundException unknown =
                failure(NotFoundException.class, request("nonsense").input("Hello"));
        NotFoundException chat =
                failure(NotFoundException.class, request("chat-only").input("Hello"));
        // Then
        assertThat(unknown.code()).isEqualTo(chat.code()).contains("model_not_found");
    }

    @Test
    @DisplayName("A8: a deployment can be pinned, if it makes vectors")
    void pins() {
        // When
        CreateEmbeddingResponse answer =
                client.embeddings().create(request("vectors").input("Hello").build());
        BadRequestException error =
                failure(BadRequestException.class, request("chats").input("Hello"));
        // Then
        assertThat(answer.data()).hasSize(1);
        assertThat(error.getMessage()).contains("capability (embeddings)");
    }

    private static EmbeddingCreateParams.Builder request(String task) {
        return EmbeddingCreateParams.builder().model(task);
    }

    private static <E extends OpenAIServiceException> E failure(Class<E> type, EmbeddingCreateParams.Builder request) {
        return catchThrowableOfType(type, () -> client.embeddings().create(request.build()));
    }

    private static String body(String task, String path) {
        return path.contains("use-cases")
                ? "{\"input\": \"Hi\"}"
                : "{\"model\": \"%s\", \"max_tokens\": 9, \"input\": \"Hi\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}"
                        .formatted(task);
    }
}
