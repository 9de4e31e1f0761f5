/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Ask;
import dev.serai.llm.Dialect;
import dev.serai.llm.ExpectedAnswer;

import static org.assertj.core.api.Assertions.assertThat;

/** Gemini as it goes over the wire. */
class SimGeminiTest extends SimBed {
    private static final String MODEL = "/v1beta/models/gemini-x";

    @BeforeEach
    void mount() {
        server.mount("m", SimScript.of(Map.of("tokens", "3")));
    }

    private HttpResponse<String> post(String path, JsonNode body) throws Exception {
        return SimClient.send(HttpRequest.newBuilder(URI.create(server.baseUrl("m") + path))
                .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    private static ObjectNode hello() {
        return Ask.of(Dialect.GEMINI_GENERATE, "Hello").body();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                MODEL,
                "/v1/models/gemini-x",
                "/v1/projects/p/locations/l/publishers/google/models/gemini-x",
                "/v1beta/tunedModels/gemini-x"
            })
    void wholeAnswer(String path) throws Exception {
        // When
        HttpResponse<String> response = post(path + ":generateContent", hello());

        // Then
        JsonNode body = SimClient.json(response.body());
        assertThat(body.at("/candidates/0/content/role").asText()).isEqualTo("model");
        assertThat(body.at("/candidates/0/content/parts")).hasSize(1);
        assertThat(body.at("/candidates/0/finishReason").asText()).isEqualTo("STOP");
        assertThat(body.path("modelVersion").asText()).isEqualTo("gemini-x");
        assertThat(body.path("responseId").asText()).isNotEmpty();
        assertThat(body.path("usageMetadata").has("cachedContentTokenCount"))
                .as("counts of zero are left out")
                .isFalse();
    }

    @Test
    void eventsHaveUsageAndOnlyTheLastOneAnEnd() throws Exception {
        // When
        HttpResponse<String> response = post(MODEL + ":streamGenerateContent?alt=sse", hello());

        // Then
        assertThat(response.headers().firstValue("content-type")).contains("text/event-stream");
        String[] events = response.body().split("\r\n\r\n");
        assertThat(events)
                .hasSize(4)
                .allSatisfy(event -> assertThat(event).startsWith("data: {").contains("usageMetadata"));
        assertThat(response.body().split("finishReason")).hasSize(2);
        assertThat(events[3]).contains("finishReason");
    }

    @Test
    void withoutEventsAStreamIsOneArray() throws Exception {
        // When
        HttpResponse<String> array = post(MODEL + ":streamGenerateContent", hello());
        HttpResponse<String> events = post(MODEL + ":streamGenerateContent?key=k&alt=sse", hello());

        // Then
        assertThat(array.headers().firstValue("content-type").orElse("")).startsWith("application/json");
        assertThat(SimClient.json(array.body())).hasSize(4);
        assertThat(answer(array)).isEqualTo(answer(events));
    }

    private static ExpectedAnswer answer(HttpResponse<String> response) {
        return ExpectedAnswer.of(Dialect.GEMINI_GENERATE, response.body().getBytes(), true);
    }

    @ParameterizedTest
    @CsvSource({"inBandErrorAfter=0,0", "inBandErrorAfter=2,2", "noDone=true,3"})
    void faultsOfAnArray(String fault, int tokens) throws Exception {
        // Given
        server.mount("m", SimScript.of(Map.of("tokens", "3", fault.split("=")[0], fault.split("=")[1])));

        // When
        JsonNode array =
                SimClient.json(post(MODEL + ":streamGenerateContent", hello()).body());

        // Then: it ends well as an array
        boolean error = array.get(array.size() - 1).has("error");
        assertThat(array.size() - (error ? 1 : 0)).isEqualTo(tokens);
        assertThat(error).isEqualTo(fault.startsWith("inBand"));
        assertThat(array.toString()).doesNotContain("finishReason");
    }

    /** The vendor keeps the media type of what was asked for. */
    @ParameterizedTest
    @CsvSource({
        ":generateContent,application/json; charset=UTF-8,/error/status",
        ":streamGenerateContent,application/json; charset=UTF-8,/0/error/status",
        ":streamGenerateContent?alt=sse,text/event-stream,/error/status"
    })
    void errorsBeforeAnAnswer(String method, String type, String pointer) throws Exception {
        // Given
        server.mount("m", SimScript.of(Map.of("status", "503")));

        // When
        HttpResponse<String> response = post(MODEL + method, hello());

        // Then
        assertThat(response.headers().firstValue("content-type")).contains(type);
        assertThat(SimClient.json(response.body()).at(pointer).asText()).isEqualTo("UNAVAILABLE");
    }

    @Test
    void aBlockedPromptIsAnAnswerWithoutCandidates() throws Exception {
        // Given
        server.mount("m", SimScript.of(Map.of("contentFilter", "true")));

        // When
        HttpResponse<String> whole = post(MODEL + ":generateContent", hello());
        HttpResponse<String> stream = post(MODEL + ":streamGenerateContent?alt=sse", hello());

        // Then
        assertThat(whole.statusCode()).isEqualTo(200);
        assertThat(SimClient.json(whole.body())
                        .at("/promptFeedback/blockReason")
                        .asText())
                .isEqualTo("SAFETY");
        assertThat(SimClient.json(whole.body()).has("candidates")).isFalse();
        assertThat(answer(stream).error()).isTrue();
    }

    @Test
    void schemasOfBothKindsAndFieldsInBothCases() throws Exception {
        // Given
        ObjectNode openApi = hello();
        openApi.set("generation_config", SimClient.json("""
                {"response_mime_type": "application/json", "response_schema": {"type": "OBJECT",
                 "properties": {"type": {"type": "INTEGER"}}, "required": ["type"]}}"""));
        openApi.remove("generationConfig");

        // When
        ExpectedAnswer answer = answer(post(MODEL + ":generateContent", openApi));

        // Then
        assertThat(SimClient.json(answer.text()).path("type").isIntegralNumber())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'messages':[]}|messages",
                "{'generationConfig':{'maxTokens':3}}|generation_config.maxTokens",
                "{'generationConfig':{'maxOutputTokens':0}}|generation_config.max_output_tokens",
                "{'generationConfig':{'candidateCount':2}}|generation_config.candidate_count",
                "{'generationConfig':{'temperature':2.1}}|generation_config.temperature",
                "{'generationConfig':{'responseSchema':{'type':'STRING'}}}|generation_config.response_schema",
                "{'contents':[{'role':'assistant','parts':[{'text':'x'}]}]}|contents[0].role",
                "{'contents':[{'role':'user','parts':[]}]}|contents[0].parts",
                "{'contents':[{'role':'user','parts':[{'content':'x'}]}]}|contents[0].parts[0].content",
                "{'contents':[{'parts':[{'functionResponse':{'name':'f','response':{}}}]}]}|contents[0]",
                "{'tools':[{'functionDeclarations':[{'name':'a b'}]}]}|function_declarations[0].name",
                "{'toolConfig':{'functionCallingConfig':{'mode':'ANY','allowedFunctionNames':['f']}}}"
                        + "|tool_config.function_calling_config.allowed_function_names"
            })
    void refusesWhatTheVendorRefuses(String change, String field) throws Exception {
        // Given
        ObjectNode request = hello();
        request.setAll((ObjectNode) SimClient.json(change.replace('\'', '"')));

        // When
        HttpResponse<String> response = post(MODEL + ":generateContent", request);

        // Then
        JsonNode error = SimClient.json(response.body()).path("error");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(error.path("status").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.at("/details/0/fieldViolations/0/field").asText()).endsWith(field);
    }
}
