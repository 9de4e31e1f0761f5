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
import com.openai.models.embeddings.CreateEmbeddingResponse;
import com.openai.models.embeddings.Embedding;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.embeddings.EmbeddingCreateParams.EncodingFormat;

import dev.serai.llm.provider.sim.SimRequest;

import io.micrometer.core.instrument.MeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;
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

    private static List<JsonNode> asked() {
        return OperationsGateway.shared().journal().requests().stream()
                .map(SimRequest::json)
                .toList();
    }
}
