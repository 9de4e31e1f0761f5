/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.contract;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.ExpectedAnswer;
import dev.serai.llm.Outcome;
import dev.serai.llm.Sse;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds of answers. Whole and streamed they say the same, to the caller and to the routes. */
final class AnswerStatements {
    private static final String TEXT = "Rayleigh scattering: \"short\" waves, wide angles – everywhere.";
    private static final JsonNode CITY =
            Sse.read("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"enum\":[\"" + "x".repeat(80)
                    + "\"]}},\"required\":[\"city\"],\"additionalProperties\":false}");

    private AnswerStatements() {}

    static void plain(ContractCall call, Statement statement) {
        Outcome outcome = call.scripted(Map.of("answer", TEXT)).whole();

        assertThat(outcome.failure()).isNull();
        assertThat(outcome.stopReason()).isEqualTo(StopReason.STOP);
        assertThat(outcome.advice()).isNull();
        assertThat(call.read(outcome, false).text()).isEqualTo(TEXT);
        assertThat(call.last().dialect())
                .isEqualTo(call.row().spoken().dialect().code());
        assertThat(call.last().headers()).containsValue("***");
    }

    static void stream(ContractCall call, Statement statement) {
        Outcome outcome = call.scripted(Map.of("answer", TEXT)).stream();

        assertThat(outcome.failure()).isNull();
        assertThat(outcome.stopReason()).isEqualTo(StopReason.STOP);
        assertThat(outcome.text()).isEqualTo(TEXT);
        assertThat(call.read(outcome, true).text()).isEqualTo(TEXT);
        assertThat(call.last().stream()).isTrue();
    }

    static void tools(ContractCall call, Statement statement) {
        call.scripted(Map.of());
        calls(call, "weather");
    }

    static void forcedTool(ContractCall call, Statement statement) {
        Outcome outcome = call.scripted(Map.of())
                .whole(call.ask().tool("weather", CITY).tool("news", CITY).forced("news"));

        assertThat(outcome.failure()).isNull();
        assertThat(call.read(outcome, false).calls())
                .extracting(ExpectedAnswer.Call::name)
                .containsExactly("news");
    }

    static void forcedToolIsRefused(ContractCall call, Statement statement) {
        Outcome outcome = call.scripted(Map.of())
                .whole(call.ask().tool("weather", CITY).tool("news", CITY).forced("news"));

        assertThat(outcome.failure().errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
        assertThat(outcome.failure().field()).startsWith(call.ask().choiceField());
        assertThat(call.seen()).as("nothing was sent").isEmpty();
    }

    static void parallelTools(ContractCall call, Statement statement) {
        call.scripted(Map.of("parallelToolCalls", "3"));
        calls(call, "weather", "news", "weather");
    }

    private static void calls(ContractCall call, String... names) {
        Outcome whole = call.whole(call.ask().tool("weather", CITY).tool("news", CITY));
        Outcome stream = call.stream(call.ask().tool("weather", CITY).tool("news", CITY));

        assertThat(whole.failure()).isNull();
        assertThat(stream.failure()).isNull();
        assertThat(whole.stopReason()).isEqualTo(StopReason.TOOL_CALLS);
        assertThat(stream.stopReason()).isEqualTo(StopReason.TOOL_CALLS);
        ExpectedAnswer heard = call.read(whole, false);
        assertThat(heard.calls()).extracting(ExpectedAnswer.Call::name).containsExactly(names);
        assertThat(heard.calls())
                .allSatisfy(
                        each -> assertThat(each.json().path("city").isTextual()).isTrue());
        assertThat(call.read(stream, true).calls())
                .usingElementComparator(
                        (a, b) -> a.name().equals(b.name()) && a.json().equals(b.json()) ? 0 : 1)
                .isEqualTo(heard.calls());
    }

    static void toolResult(ContractCall call, Statement statement) {
        Outcome outcome = call.scripted(Map.of("answer", TEXT))
                .whole(call.ask().tool("weather", CITY).calledAndAnswered("weather"));

        assertThat(outcome.failure()).isNull();
        assertThat(call.read(outcome, false).text()).isEqualTo(TEXT);
        assertThat(new String(call.last().body(), Sse.UTF_8)).contains("sunny");
    }

    static void structuredOutput(ContractCall call, Statement statement) {
        call.scripted(Map.of());
        Outcome whole = call.whole(call.ask().answerSchema(CITY));
        Outcome stream = call.stream(call.ask().answerSchema(CITY));

        assertThat(whole.failure()).isNull();
        assertThat(stream.failure()).isNull();
        assertThat(Sse.read(call.read(whole, false).text()).path("city").asText())
                .hasSize(80);
        assertThat(call.read(stream, true).text())
                .isEqualTo(call.read(whole, false).text());
    }

    static void usage(ContractCall call, Statement statement) {
        call.scripted(Map.of(
                "usage.unasked", "true",
                "usage.prompt", "20",
                "usage.cached", "5",
                "usage.cacheWrite", "2",
                "usage.completion", "9",
                "usage.reasoning", "4"));
        Outcome whole = call.whole();
        Outcome stream = call.stream();

        Usage expected = call.row().usage();
        assertThat(whole.usage()).isEqualTo(expected);
        assertThat(stream.usage()).isEqualTo(expected);
        for (Usage told : new Usage[] {
            call.read(whole, false).usage(), call.read(stream, true).usage()
        }) {
            assertThat(told.promptTokens()).isEqualTo(expected.promptTokens());
            assertThat(told.completionTokens()).isEqualTo(expected.completionTokens());
        }
    }

    static void maxTokens(ContractCall call, Statement statement) {
        call.scripted(Map.of("tokens", "30"));
        Outcome whole = call.whole(call.ask().limit(16));
        Outcome stream = call.stream(call.ask().limit(16));

        assertThat(whole.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
        assertThat(stream.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
        assertThat(call.read(whole, false).text().split(" ")).hasSize(16);
        assertThat(call.read(stream, true).stopReason()).isEqualTo(StopReason.MAX_TOKENS);
    }

    static void refusal(ContractCall call, Statement statement) {
        call.scripted(Map.of("refusal", "true"));

        assertThat(call.whole().advice()).isEqualTo(ErrorClass.POLICY_REJECTION);
        assertThat(call.stream().advice()).isEqualTo(ErrorClass.POLICY_REJECTION);
    }

    static void refusalIsText(ContractCall call, Statement statement) {
        Outcome outcome = call.scripted(Map.of("refusal", "true")).whole();

        assertThat(outcome.advice()).isNull();
        assertThat(outcome.stopReason()).isEqualTo(StopReason.STOP);
        assertThat(call.read(outcome, false).text()).contains("can't help");
    }

    /** The maximum cuts the arguments of a call. */
    static void outputInvalid(ContractCall call, Statement statement) {
        Outcome outcome =
                call.scripted(Map.of()).stream(call.ask().tool("weather", CITY).limit(16));

        assertThat(outcome.advice()).isEqualTo(ErrorClass.OUTPUT_INVALID);
        assertThat(outcome.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
    }

    static void noHalfCall(ContractCall call, Statement statement) {
        Outcome outcome =
                call.scripted(Map.of()).stream(call.ask().tool("weather", CITY).limit(16));

        assertThat(outcome.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
        assertThat(call.read(outcome, true).calls()).isEmpty();
    }
}
