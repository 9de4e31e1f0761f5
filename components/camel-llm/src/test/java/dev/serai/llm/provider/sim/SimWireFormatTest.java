/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Ask;
import dev.serai.llm.Dialect;
import dev.serai.llm.ExpectedAnswer;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds in every dialect that the simulated provider speaks, as readers see it that share no code with it. */
class SimWireFormatTest extends SimBed {
    private static final String DIALECTS = "dev.serai.llm.provider.sim.SimClient#spoken";
    private static final JsonNode CITY = SimClient.json(
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}");

    private SimClient client(Dialect dialect, Map<String, String> options) {
        server.mount("m", SimScript.of(options));
        return new SimClient(server, "m", dialect);
    }

    @ParameterizedTest
    @MethodSource(DIALECTS)
    void aStreamSaysWhatAWholeAnswerSays(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("answer", "one two three"));

        // When
        ExpectedAnswer whole = client.answer(client.ask().body());
        SimClient.Events stream = client.stream(client.ask().streamed(true).body());

        // Then
        assertThat(whole.text()).isEqualTo("one two three");
        assertThat(whole.stopReason()).isEqualTo(StopReason.STOP);
        assertThat(stream.failure()).isNull();
        assertThat(stream.raw()).contains(client.endMark());
        assertThat(stream.answer()).isEqualTo(whole);
    }

    /** Where a dialect has no word for a class its tokens are ordinary ones. */
    @ParameterizedTest
    @MethodSource(DIALECTS)
    void usageIsReportedInAllClasses(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(
                dialect,
                Map.of("answer", "a b c", "usage.cached", "2", "usage.cacheWrite", "1", "usage.reasoning", "4"));
        Usage expected =
                switch (dialect) {
                    case OPENAI_CHAT, GEMINI_GENERATE -> new Usage(2, 2, 0, 3, 4);
                    case ANTHROPIC_MESSAGES, OPENAI_RESPONSES -> new Usage(1, 2, 1, 3, 4);
                    case BEDROCK_CONVERSE -> new Usage(1, 2, 1, 7, 0);
                    // what is billed counts, and cached tokens are billed like others
                    case COHERE_CHAT -> new Usage(4, 0, 0, 3, 4);
                    case OLLAMA_CHAT -> new Usage(4, 0, 0, 7, 0);
                };

        // When
        ExpectedAnswer whole = client.answer(client.ask().body());
        ExpectedAnswer stream =
                client.stream(client.ask().streamed(true).body()).answer();

        // Then
        assertThat(whole.usage()).isEqualTo(expected);
        assertThat(stream.usage()).isEqualTo(whole.usage());
    }

    @ParameterizedTest
    @MethodSource(DIALECTS)
    void usageCanBeWithheld(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("usage", "none"));

        // When
        ExpectedAnswer whole = client.answer(client.ask().body());
        ExpectedAnswer stream =
                client.stream(client.ask().streamed(true).body()).answer();

        // Then
        assertThat(whole.usage()).isNull();
        assertThat(stream.usage()).isNull();
    }

    @ParameterizedTest
    @MethodSource(DIALECTS)
    void toolsAreCalledUntilThereIsAResult(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("parallelToolCalls", "2"));

        // When
        ExpectedAnswer whole = client.answer(tools(client).body());
        ExpectedAnswer stream =
                client.stream(tools(client).streamed(true).body()).answer();
        ExpectedAnswer afterResult = client.answer(
                client.ask().tool("weather", CITY).calledAndAnswered("weather").body());

        // Then
        assertThat(whole.calls()).extracting(ExpectedAnswer.Call::name).containsExactly("weather", "news");
        assertThat(whole.calls())
                .allSatisfy(
                        call -> assertThat(call.json().path("city").isTextual()).isTrue());
        assertThat(whole.stopReason()).isEqualTo(StopReason.TOOL_CALLS);
        assertThat(stream.calls()).isEqualTo(whole.calls());
        assertThat(stream.stopReason()).isEqualTo(whole.stopReason());
        assertThat(afterResult.calls()).isEmpty();
        assertThat(afterResult.text()).isNotBlank();
    }

    private static Ask tools(SimClient client) {
        return client.ask().tool("weather", CITY).tool("news", CITY);
    }

    @ParameterizedTest
    @MethodSource(DIALECTS)
    void structuredOutputFollowsTheSchema(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of());

        // When
        ExpectedAnswer whole = client.answer(client.ask().answerSchema(CITY).body());

        // Then
        assertThat(SimClient.json(whole.text()).path("city").isTextual()).isTrue();
    }

    /** 16 tokens are the least that Responses lets anyone ask for. */
    @ParameterizedTest
    @MethodSource(DIALECTS)
    void theRequestedMaximumCutsTheAnswer(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of("tokens", "30"));

        // When
        ExpectedAnswer whole = client.answer(client.ask().limit(16).body());
        SimClient.Events stream =
                client.stream(client.ask().limit(16).streamed(true).body());

        // Then
        assertThat(whole.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
        assertThat(whole.text().split(" ")).hasSize(16);
        assertThat(stream.answer()).isEqualTo(whole);
    }

    @ParameterizedTest
    @MethodSource(DIALECTS)
    void aRequestWithoutAPromptIsRefused(Dialect dialect) throws Exception {
        // Given
        SimClient client = client(dialect, Map.of());
        Ask ask = client.ask();
        ObjectNode empty = ask.body();
        empty.remove(ask.turnsField());

        // When
        HttpResponse<String> response = client.post(empty);

        // Then
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(SimClient.json(response.body()).toString())
                .contains(dialect == Dialect.BEDROCK_CONVERSE ? "must start with a user message" : ask.turnsField());
    }
}
