/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Cancellation;
import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.PreparedCall;
import dev.serai.llm.provider.Providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** E2: requests in OpenAI's form as each provider takes them: translated without loss, or refused by name. */
class EmbeddingsCodecTest {
    private static final String ALL =
            "{'model':'asked','input':['a','b'],'dimensions':8,'encoding_format':'base64','input_type':'search_query'}";

    @Test
    void geminiGetsABatchThatNamesTheModelInEachRequest() throws LlmException {
        PreparedCall call = prepare("gemini", ALL, Set.of());

        assertThat(call.address().apply("https://g/v1beta"))
                .hasToString("https://g/v1beta/models/m:batchEmbedContents");
        assertThat(json(call)).isEqualTo(json("""
                {'requests':[
                  {'model':'models/m','content':{'parts':[{'text':'a'}]},'taskType':'RETRIEVAL_QUERY','outputDimensionality':8},
                  {'model':'models/m','content':{'parts':[{'text':'b'}]},'taskType':'RETRIEVAL_QUERY','outputDimensionality':8}]}
                """));
    }

    @Test
    @DisplayName("E2: Cohere must be told a purpose, and not to cut what is too long")
    void cohereGetsAPurpose() throws LlmException {
        PreparedCall call = prepare("cohere", ALL, Set.of());
        PreparedCall unsaid = prepare("cohere", "{'input':'a'}", Set.of());

        assertThat(call.address().apply("https://c")).hasToString("https://c/v2/embed");
        assertThat(json(call)).isEqualTo(json("""
                {'model':'m','texts':['a','b'],'input_type':'search_query','truncate':'NONE',
                 'embedding_types':['float'],'output_dimension':8}
                """));
        assertThat(json(unsaid).path("input_type").asText()).isEqualTo("search_document");
    }

    @Test
    void ollamaIsToldNotToCut() throws LlmException {
        PreparedCall call = prepare("ollama", "{'input':'a','dimensions':8}", Set.of());

        assertThat(call.address().apply("http://o")).hasToString("http://o/api/embed");
        assertThat(json(call)).isEqualTo(json("{'model':'m','input':['a'],'truncate':false,'dimensions':8}"));
    }

    @Test
    void mistralHasAnotherNameForTheDimensions() throws LlmException {
        PreparedCall call = prepare("mistral", "{'input':'a','dimensions':8,'encoding_format':'base64'}", Set.of());

        assertThat(call.address().apply("https://m/v1")).hasToString("https://m/v1/embeddings");
        assertThat(json(call))
                .isEqualTo(json("{'input':'a','encoding_format':'base64','output_dimension':8,'model':'m'}"));
    }

    @ParameterizedTest
    @CsvSource({
        "https://x.openai.azure.com/openai, /deployments/m/embeddings?api-version=2024-10-21",
        "https://x.openai.azure.com/openai?api-version=2025-01-01, /deployments/m/embeddings?api-version=2025-01-01",
        "https://x.openai.azure.com/openai/v1, /embeddings",
    })
    void azureHasAPathPerDeployment(String baseUrl, String path) throws LlmException {
        PreparedCall call = prepare("azure-openai", "{'input':'a'}", Set.of());

        assertThat(call.address().apply(baseUrl).toString()).isEqualTo(baseUrl.split("\\?")[0] + path);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gemini  | {'input':[1,2]}                      | input
            cohere  | {'input':[[1,2],[3]]}                | input
            ollama  | {'input':[1,2]}                      | input
            mistral | {'input':[1,2]}                      | input
            gemini  | {'input':'a','user':'u'}             | user
            cohere  | {'input':'a','user':'u'}             | user
            mistral | {'input':'a','user':'u'}             | user
            ollama  | {'input':'a','input_type':'search_query'} | input_type
            mistral | {'input':'a','input_type':'search_query'} | input_type
            ollama  | {'input':'a','x-new':{'a':1}}        | x-new
            """)
    @DisplayName("D4: what a provider cannot be asked is refused by its name")
    void refusesByName(String provider, String payload, String field) {
        LlmException error = catchThrowableOfType(LlmException.class, () -> prepare(provider, payload, Set.of()));

        assertThat(error.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
        assertThat(error.field()).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({"gemini", "cohere", "ollama", "mistral"})
    @DisplayName("D4: unless the task agrees to lose it")
    void losesWhatTheTaskAgreesToLose(String provider) throws LlmException {
        PreparedCall call =
                prepare(provider, "{'input':'a','user':'u','input_type':'search_query'}", Set.of("user", "input_type"));

        assertThat(json(call).has("user")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                     | input
            {'input':[]}                           | input
            {'input':['a',1]}                      | input[1]
            {'input':'a','dimensions':0}           | dimensions
            {'input':'a','encoding_format':'hex'}  | encoding_format
            {'input':'a','input_type':'poem'}      | input_type
            """)
    @DisplayName("F1: what breaks the caller's own form is invalid_request")
    void refusesWhatBreaksTheForm(String payload, String field) {
        LlmException error = catchThrowableOfType(LlmException.class, () -> prepare("gemini", payload, Set.of()));

        assertThat(error.errorClass()).isEqualTo(ErrorClass.INVALID_REQUEST);
        assertThat(error.field()).isEqualTo(field);
    }

    @Test
    void aFormThatIsNeitherTheProvidersNorOpenAis() {
        byte[] payload = "{'texts':['a']}".replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        LlmRequest request = LlmRequest.of(Operation.EMBEDDINGS, Dialect.COHERE_CHAT, payload);

        LlmException error =
                catchThrowableOfType(LlmException.class, () -> request.checkExpressible(Providers.of("gemini")));

        assertThat(error.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
        assertThat(error.reason()).contains("cohere-chat").contains("use openai-chat");
    }

    @Test
    @DisplayName("A10, C2: the summary has the longest input, and how deep the payload nests")
    void summarizes() throws LlmException {
        var summary = OpenAiEmbeddings.summarize(json("{'model':'t','input':['abc','abcdef'],'x':{'y':[1]}}"));

        assertThat(summary.model()).isEqualTo("t");
        assertThat(summary.promptChars()).isEqualTo(6);
        assertThat(summary.depth()).isEqualTo(3);
        assertThat(OpenAiEmbeddings.summarize(json("{'input':[1,2,3]}")).promptChars())
                .isEqualTo(12);
        assertThat(OpenAiEmbeddings.summarize(json("{'input':[[1,2,3],[1]]}")).promptChars())
                .isEqualTo(12);
    }

    @Test
    void base64KeepsEveryBit() {
        float[] vector = {0.1f, -1.5e-20f, Float.MAX_VALUE, 0};

        assertThat(Vectors.ofBase64(Vectors.base64(vector))).isEqualTo(vector);
        assertThat(Vectors.base64(new float[] {1})).isEqualTo("AACAPw==");
    }

    private static PreparedCall prepare(String provider, String payload, Set<String> mayLose) throws LlmException {
        LlmRequest request = new LlmRequest(
                Operation.EMBEDDINGS,
                Dialect.OPENAI_CHAT,
                payload.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
                false,
                LlmRequest.Limits.NONE,
                mayLose,
                Map.of(),
                new Cancellation());
        return Providers.of(provider)
                .operation(Operation.EMBEDDINGS)
                .orElseThrow()
                .prepare(request, "m");
    }

    private static JsonNode json(PreparedCall call) throws LlmException {
        return Json.parseRequest(call.payload());
    }

    private static JsonNode json(String text) throws LlmException {
        return Json.parseRequest(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
