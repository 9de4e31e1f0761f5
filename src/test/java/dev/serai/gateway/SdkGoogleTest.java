/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.genai.Client;
import com.google.genai.ResponseStream;
import com.google.genai.errors.ApiException;
import com.google.genai.errors.GenAiIOException;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.ListModelsConfig;
import com.google.genai.types.Model;
import com.google.genai.types.Part;
import com.google.genai.types.Schema;
import com.google.genai.types.Tool;
import com.google.genai.types.Type;

import dev.serai.gateway.SdkProviders.Served;
import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** A4, A6: Google's own SDK works with its base URL and key changed only, whatever dialect the provider speaks. */
@DisplayName("A4, A6, E2, E3: Google's Java SDK")
class SdkGoogleTest {
    private static final String PROVIDERS = "dev.serai.gateway.SdkProviders#all";
    private static final String QUESTION = "Where is my order?";
    private static final Schema ORDER = object(Map.of("orderId", type(Type.Known.STRING)));
    private static final Tool FIND_ORDER = Tool.builder()
            .functionDeclarations(FunctionDeclaration.builder()
                    .name("find_order")
                    .description("Looks an order up")
                    .parameters(ORDER)
                    .build())
            .build();

    private static Client client;

    @BeforeAll
    static void connect() {
        client = DoorGateway.google(DoorGateway.shared().key());
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAPlainAnswerWithItsUsage(Served served) {
        // When
        GenerateContentResponse answer = client.models.generateContent(served.task(), QUESTION, config().build());
        // Then
        assertThat(answer.text().split(" ")).hasSize(12);
        assertThat(answer.finishReason().knownEnum()).isEqualTo(FinishReason.Known.STOP);
        var usage = answer.usageMetadata().orElseThrow();
        assertThat(usage.candidatesTokenCount()).contains(12);
        assertThat(usage.totalTokenCount()).contains(usage.promptTokenCount().orElseThrow() + 12);
        if (served.countsCached()) {
            assertThat(usage.cachedContentTokenCount()).contains(2);
        }
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAStreamThatAddsUpToTheAnswer(Served served) {
        // Given
        String whole = client.models
                .generateContent(served.task(), QUESTION, config().build())
                .text();
        // When
        List<GenerateContentResponse> chunks = stream(served.task(), config().build());
        // Then
        assertThat(chunks).hasSizeGreaterThan(10);
        assertThat(chunks.stream().map(SdkGoogleTest::text).collect(Collectors.joining()))
                .isEqualTo(whole);
        GenerateContentResponse last = chunks.get(chunks.size() - 1);
        assertThat(last.finishReason().knownEnum()).isEqualTo(FinishReason.Known.STOP);
        assertThat(last.usageMetadata().orElseThrow().candidatesTokenCount()).contains(12);
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAToolCallAndAnswersIt(Served served) {
        // Given
        GenerateContentConfig config = config().tools(FIND_ORDER).build();
        // When
        GenerateContentResponse asked = client.models.generateContent(served.task(), QUESTION, config);
        // Then
        FunctionCall call = asked.functionCalls().get(0);
        assertThat(call.name()).contains("find_order");
        assertThat(call.args().orElseThrow().get("orderId").toString()).isNotBlank();
        // When
        Content model = asked.candidates().orElseThrow().get(0).content().orElseThrow();
        Content result = Content.builder()
                .role("user")
                .parts(Part.fromFunctionResponse("find_order", Map.of("status", "on its way")))
                .build();
        GenerateContentResponse answer = client.models.generateContent(
                served.task(), List.of(Content.fromParts(Part.fromText(QUESTION)), model, result), config);
        // Then
        assertThat(answer.text()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAToolCallInAStream(Served served) {
        // When
        List<GenerateContentResponse> chunks =
                stream(served.task(), config().tools(FIND_ORDER).build());
        // Then
        List<FunctionCall> calls = chunks.stream()
                .flatMap(chunk -> chunk.functionCalls() == null ? Stream.empty() : chunk.functionCalls().stream())
                .toList();
        assertThat(calls).hasSize(1);
        assertThat(calls.get(0).args().orElseThrow()).containsKey("orderId");
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    void getsAnAnswerOfItsSchema(Served served) throws Exception {
        // Given
        GenerateContentConfig config = config().responseMimeType("application/json")
                .responseSchema(object(Map.of("category", type(Type.Known.STRING), "urgent", type(Type.Known.BOOLEAN))))
                .build();
        // When
        String answer =
                client.models.generateContent(served.task(), QUESTION, config).text();
        // Then
        JsonNode ticket = Json.MAPPER.readTree(answer);
        assertThat(ticket.path("category").isTextual()).isTrue();
        assertThat(ticket.path("urgent").isBoolean()).isTrue();
    }

    @Test
    @DisplayName("A4: the list of models has the caller's tasks, in Google's form")
    void listsTheTasks() {
        // When
        List<String> names = new ArrayList<>();
        client.models
                .list(ListModelsConfig.builder().build())
                .forEach(model -> names.add(model.name().orElseThrow()));
        Model one = client.models.get("support-answer", null);
        // Then
        assertThat(names)
                .contains("models/speaks-openai", "models/support-answer")
                .doesNotContain("models/answer-summary");
        assertThat(one.name()).contains("models/support-answer");
        assertThat(one.outputTokenLimit()).contains(1024);
    }

    @ParameterizedTest
    @CsvSource({
        "nothing, 404, ClientException",
        "throttled, 429, ClientException",
        "down, 503, ServerException",
    })
    void raisesItsOwnTypedException(String task, int code, String type) {
        // When
        Throwable whole = catchThrowable(() -> client.models.generateContent(task, QUESTION, config().build()));
        Throwable streamed = catchThrowable(() -> stream(task, config().build()));
        // Then
        assertThat(whole.getClass().getSimpleName()).isEqualTo(type);
        assertThat(((ApiException) whole).code()).isEqualTo(code);
        assertThat(((ApiException) streamed).code()).isEqualTo(code);
    }

    @Test
    void raisesUnauthorizedForABadKey() {
        assertThatThrownBy(() -> DoorGateway.google("sk-serai-nobody")
                        .models
                        .generateContent("speaks-openai", QUESTION, config().build()))
                .isInstanceOfSatisfying(ApiException.class, error -> {
                    assertThat(error.code()).isEqualTo(401);
                    assertThat(error.status()).isEqualTo("UNAUTHENTICATED");
                });
    }

    @ParameterizedTest
    @DisplayName("H4: a stream that breaks is never taken for a whole one")
    @ValueSource(strings = {"cut", "in-band"})
    void raisesAnExceptionWhereAStreamBreaks(String task) {
        // Given
        List<GenerateContentResponse> chunks = new ArrayList<>();
        // When
        Throwable thrown = catchThrowable(() -> {
            try (ResponseStream<GenerateContentResponse> stream =
                    client.models.generateContentStream(task, QUESTION, config().build())) {
                stream.forEach(chunks::add);
            }
        });
        // Then
        assertThat(chunks)
                .isNotEmpty()
                .noneMatch(chunk ->
                        chunk.finishReason() != null && chunk.finishReason().knownEnum() == FinishReason.Known.STOP);
        assertThat(thrown).isInstanceOfAny(ApiException.class, GenAiIOException.class);
    }

    private static GenerateContentConfig.Builder config() {
        return GenerateContentConfig.builder()
                .systemInstruction(Content.fromParts(Part.fromText("Be brief.")))
                .maxOutputTokens(500);
    }

    private static List<GenerateContentResponse> stream(String task, GenerateContentConfig config) {
        try (ResponseStream<GenerateContentResponse> stream =
                client.models.generateContentStream(task, QUESTION, config)) {
            List<GenerateContentResponse> chunks = new ArrayList<>();
            stream.forEach(chunks::add);
            return chunks;
        }
    }

    private static String text(GenerateContentResponse chunk) {
        String text = chunk.parts() == null ? null : chunk.text();
        return text == null ? "" : text;
    }

    private static Schema object(Map<String, Schema> properties) {
        return Schema.builder()
                .type(Type.Known.OBJECT)
                .properties(properties)
                .required(List.copyOf(properties.keySet()))
                .build();
    }

    private static Schema type(Type.Known type) {
        return Schema.builder().type(type).build();
    }
}
