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
import com.openai.models.embeddings.Embedding;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.embeddings.EmbeddingCreateParams.EncodingFormat;

import dev.serai.llm.provider.sim.SimRequest;

import io.micrometer.core.instrument.MeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

@DisplayName("A2, A6: OpenAI's Java SDK makes embeddings")
class SdkEmbeddingsTest {
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
    @DisplayName("A6: as the SDK asks unless it is told otherwise, in base64, the vector is the one in numbers")
    void asTheSdkAsks() {
        // When
        CreateEmbeddingResponse answer =
                client.embeddings().create(request("embed").input("Hello").build());
        CreateEmbeddingResponse numbers = client.embeddings()
                .create(request("embed")
                        .input("Hello")
                        .encodingFormat(EncodingFormat.FLOAT)
                        .build());
        // Then
        answer.validate();
        List<Float> vector = answer.data().get(0).embedding();
        assertThat(vector).hasSize(256).isEqualTo(numbers.data().get(0).embedding());
        assertThat(vector.stream().mapToDouble(v -> v * v).sum()).isCloseTo(1, within(1e-5));
        assertThat(asked().get(0).path("encoding_format").asText()).isEqualTo("base64");
        assertThat(asked().get(1).path("encoding_format").asText()).isEqualTo("float");
    }

    @Test
    @DisplayName("A2: a list of texts gets as many vectors, of the length that was asked for")
    void aListWithDimensions() {
        // When
        CreateEmbeddingResponse answer = client.embeddings()
                .create(request("embed")
                        .inputOfArrayOfStrings(List.of("one", "two", "one"))
                        .dimensions(8)
                        .build());
        // Then
        assertThat(answer.data()).extracting(Embedding::index).containsExactly(0L, 1L, 2L);
        assertThat(answer.data()).allSatisfy(one -> assertThat(one.embedding()).hasSize(8));
        assertThat(answer.data().get(0).embedding())
                .isEqualTo(answer.data().get(2).embedding())
                .isNotEqualTo(answer.data().get(1).embedding());
        assertThat(answer.usage().promptTokens())
                .isPositive()
                .isEqualTo(answer.usage().totalTokens());
    }

    @Test
    @DisplayName("E2: a payload passes through byte for byte but for the model")
    void passesThrough() {
        // When
        var answer = OperationsGateway.post(
                "/v1/embeddings",
                OperationsGateway.shared().key(),
                "{ \"input\" : [\"a\"],  \"model\":\"embed\", \"dimensions\" : 4, \"x-own\": {\"b\": 1.50} }");
        // Then
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("X-Serai-Deployment")).contains("vectors");
        assertThat(OperationsGateway.shared().journal().requests())
                .singleElement()
                .satisfies(
                        sent -> assertThat(new String(sent.body()))
                                .isEqualTo(
                                        "{ \"input\" : [\"a\"],  \"model\":\"quick\", \"dimensions\" : 4, \"x-own\": {\"b\": 1.50} }"));
    }

    @Test
    @DisplayName("R1, R3: such a call has its record with usage, and its metrics")
    void isRecorded() {
        // When
        CreateEmbeddingResponse answer =
                client.embeddings().create(request("embed").input("Hello").build());
        JsonNode decision = OperationsGateway.lastRecord("embed");
        // Then
        assertThat(decision.path("door").asText()).isEqualTo("openai-embeddings");
        assertThat(decision.path("outcome").asText()).isEqualTo("ok");
        assertThat(decision.path("deployment").asText()).isEqualTo("vectors");
        assertThat(decision.at("/usage/input").asLong())
                .isEqualTo(answer.usage().promptTokens());
        assertThat(decision.at("/usage/output").asLong()).isZero();
        assertThat(decision.has("stopReason")).isFalse();
        var registry = OperationsGateway.shared().bean(MeterRegistry.class);
        assertThat(registry.get("gen_ai.client.operation.duration")
                        .tags("task", "embed", "outcome", "ok")
                        .timer()
                        .count())
                .isPositive();
        assertThat(registry.get("gen_ai.client.token.usage")
                        .tags("task", "embed", "type", "input")
                        .summary()
                        .totalAmount())
                .isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "embed-after-429, vectors-throttled, rate_limited",
        "embed-after-500, vectors-down, provider_unavailable",
        "embed-after-nonsense, vectors-short, output_invalid",
    })
    @DisplayName("F2: another deployment of the same model answers where the first fails")
    void failsOver(String task, String first, String errorClass) {
        // When
        CreateEmbeddingResponse answer =
                client.embeddings().create(request(task).input("Hello").build());
        JsonNode decision = OperationsGateway.lastRecord(task);
        // Then
        assertThat(answer.data()).hasSize(1);
        assertThat(FaultBed.attempts(decision))
                .startsWith(first + " " + errorClass)
                .endsWith("vectors ok");
        assertThat(decision.path("fallbackStep").asInt()).isEqualTo(1);
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
    @DisplayName("A7: a task of the other kind gets the 404 of an unknown task")
    void hidesTasksOfTheOtherKind(String path, String unknown, String task) {
        // Given
        String key = OperationsGateway.PLAIN_KEY;
        // When
        var other = OperationsGateway.post(path, key, body(task, path));
        var none = OperationsGateway.post(
                path.replace("use-cases/embed", "use-cases/" + unknown), key, body(unknown, path));
        // Then
        assertThat(other.statusCode()).isEqualTo(none.statusCode()).isEqualTo(404);
        assertThat(withoutNames(other.body(), task)).isEqualTo(withoutNames(none.body(), unknown));
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

    @Test
    @DisplayName("A2, T1: the shipped task is in the list of models, and the simulated deployment answers it")
    void theShippedTask() {
        // When
        CreateEmbeddingResponse answer = client.embeddings()
                .create(request("document-embed").input("Hello").build());
        JsonNode decision = OperationsGateway.lastRecord("document-embed");
        // Then
        assertThat(answer.data().get(0).embedding()).hasSize(256);
        assertThat(decision.path("deployment").asText()).isEqualTo("sim-embed");
        assertThat(decision.at("/candidates/0/reason").asText()).isEqualTo("no_credential");
        assertThat(client.models().list().data())
                .extracting(model -> model.id())
                .contains("document-embed", "chat-only");
    }

    private static EmbeddingCreateParams.Builder request(String task) {
        return EmbeddingCreateParams.builder().model(task);
    }

    private static <E extends OpenAIServiceException> E failure(Class<E> type, EmbeddingCreateParams.Builder request) {
        return catchThrowableOfType(type, () -> client.embeddings().create(request.build()));
    }

    private static List<JsonNode> asked() {
        return OperationsGateway.shared().journal().requests().stream()
                .map(SimRequest::json)
                .toList();
    }

    private static String body(String task, String path) {
        return path.contains("use-cases")
                ? "{\"input\": \"Hi\"}"
                : "{\"model\": \"%s\", \"max_tokens\": 9, \"input\": \"Hi\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}"
                        .formatted(task);
    }

    private static String withoutNames(String body, String name) {
        return body.replace("'" + name + "'", "NAME").replaceAll("req_[0-9a-f]+", "ID");
    }
}
