/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.Fixtures;
import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.CodecFixture.Heard;

import static dev.serai.llm.dialect.CodecFixture.ERRORS;
import static dev.serai.llm.dialect.CodecFixture.hear;
import static dev.serai.llm.dialect.CodecFixture.parts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordedExchangesTest {
    private static final NativeEdits NO_EDITS = new NativeEdits(null, null, null, null, null, false);
    /** Streams that end with an error instead of a finish. */
    private static final Set<String> FAILING = Set.of(
            "groq/error-mid-stream-tool-use-failed",
            "groq/error-mid-stream-tool-use-failed-2",
            "openrouter/error-mid-stream");

    static Stream<Fixture> exchanges() {
        return Stream.of(
                        "openai-chat",
                        "anthropic-messages",
                        "groq",
                        "deepseek",
                        "openrouter",
                        "xai",
                        "together",
                        "azure-openai",
                        "mistral",
                        "other-openai-compatible")
                .flatMap(provider -> Fixtures.of(provider).stream())
                // an error under status 200
                .filter(fixture -> !fixture.id().equals("azure-openai/content-filter-prompt"))
                .filter(fixture -> isChat(fixture.meta().path("url_path").asText(), fixture.id()));
    }

    private static boolean isChat(String path, String id) {
        return id.startsWith("anthropic")
                ? !path.endsWith("/complete") && !path.endsWith("count_tokens")
                : path.endsWith("chat/completions");
    }

    static Stream<Fixture> answers() {
        return exchanges().filter(fixture -> !fixture.streaming() && fixture.status() == 200);
    }

    static Stream<Fixture> streams() {
        return exchanges().filter(Fixture::streaming);
    }

    static Stream<Fixture> requests() {
        return exchanges()
                .filter(fixture ->
                        fixture.status() == 200 && fixture.requestJson().isObject());
    }

    @ParameterizedTest
    @MethodSource("answers")
    void everyAnswerReads(Fixture fixture) throws LlmException {
        Answer answer = codec(fixture).readAnswer(fixture.bodyJson(), ERRORS);

        assertThat(answer.choices()).isNotEmpty().allSatisfy(choice -> assertThat(choice.stopReason())
                .isNotIn(null, StopReason.OTHER));
        assertThat(answer.usage().total()).isPositive();
        assertThat(answer.model()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void everyAnswerCrossesToTheOtherDialectAndBack(Fixture fixture) throws LlmException {
        // Given
        Answer answer = codec(fixture).readAnswer(fixture.bodyJson(), ERRORS);

        // When
        Answer there = other(fixture).readAnswer(other(fixture).writeAnswer(answer), ERRORS);
        Answer back = codec(fixture).readAnswer(codec(fixture).writeAnswer(there), ERRORS);

        // Then
        assertThat(back.usage()).isEqualTo(answer.usage());
        assertThat(back.text()).isEqualTo(answer.text());
        if (answer.advice() == null) {
            assertThat(calls(back)).isEqualTo(calls(answer));
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void everyStreamReads(Fixture fixture) {
        Heard heard = hear(parts(codec(fixture), fixture.body()));

        if (FAILING.contains(fixture.id())) {
            assertThat(heard.failure).isNotNull();
        } else {
            assertThat(heard.failure).isNull();
            assertThat(heard.finishes).isNotEmpty().allSatisfy(finish -> assertThat(finish.reason())
                    .isNotEqualTo(StopReason.OTHER));
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void everyStreamCrossesToTheOtherDialect(Fixture fixture) {
        // Given
        List<StreamPart> read = parts(codec(fixture), fixture.body()).stream()
                .filter(part -> !(part instanceof StreamPart.Text text && text.choice() > 0))
                .toList();
        Heard source = hear(read);

        // When
        byte[] written = CodecFixture.write(other(fixture).streamWriter(true), read);
        Heard heard = hear(parts(other(fixture), written));

        // Then
        assertThat(heard.text.toString()).isEqualTo(source.text.toString());
        assertThat(heard.reasoning.toString()).isEqualTo(source.reasoning.toString());
        assertThat(heard.refusal.toString()).isEqualTo(source.refusal.toString());
        assertThat(heard.signatures).isEqualTo(source.signatures);
        assertThat(heard.calls).isEqualTo(source.calls);
        assertThat(heard.arguments)
                .map(Object::toString)
                .isEqualTo(source.arguments.stream().map(Object::toString).toList());
        assertThat(heard.ended).isEqualTo(source.ended);
        if (source.ended && source.usage != null) {
            assertThat(heard.usage).isEqualTo(source.usage);
        }
    }

    static Stream<Fixture> openAiStreams() {
        return streams().filter(fixture -> !fixture.id().startsWith("anthropic"));
    }

    @ParameterizedTest
    @MethodSource("openAiStreams")
    void usageIsTakenOutOfEveryStreamAndNothingElse(Fixture fixture) {
        // Given
        StreamReader reader = codec(fixture).streamReader(ERRORS);
        ByteArrayOutputStream hidden = new ByteArrayOutputStream();

        // When
        CodecFixture.frames(fixture.body()).forEach(frame -> hidden.writeBytes(reader.withoutUsage(frame)));

        // Then
        List<StreamPart> expected = new ArrayList<>(parts(codec(fixture), fixture.body()));
        expected.removeIf(part -> part instanceof StreamPart.UsageReport || part instanceof StreamPart.Failure);
        List<StreamPart> left = new ArrayList<>(parts(codec(fixture), hidden.toByteArray()));
        left.removeIf(part -> part instanceof StreamPart.Failure);
        assertThat(left).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestReadsAndPassesThroughUntouched(Fixture fixture) throws LlmException {
        DialectCodec codec = codec(fixture);
        JsonNode request = fixture.requestJson();

        RequestSummary summary = codec.summarize(request);
        assertThat(summary.promptChars()).isPositive();
        assertThat(summary.depth()).isGreaterThan(2);
        assertThat(codec.readRequest(request).messages()).isNotEmpty();
        assertThat(codec.edit(fixture.request(), NO_EDITS)).isEqualTo(fixture.request());
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestCrossesOrIsRefusedByName(Fixture fixture) throws LlmException {
        JsonNode request = fixture.requestJson();
        try {
            JsonNode written = RequestTranslator.translate(codec(fixture), request, other(fixture), Set.of());
            assertThat(other(fixture).readRequest(written).messages()).isNotEmpty();
        } catch (LlmException e) {
            assertThat(e.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
            String leaf = e.field().substring(e.field().lastIndexOf('.') + 1);
            assertThat(request.toString()).contains("\"" + leaf + "\"");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "openai-chat/prompt-cached, 120, 1024, 0, 2, 0",
        "openai-chat/plain-legacy-usage, 9, 0, 0, 10, 0",
        "xai/plain, 9, 156, 0, 2, 125",
        "xai/reasoning, 21, 192, 0, 2, 256",
        "openrouter/reasoning, 45, 0, 0, 26, 12",
        "other-openai-compatible/gemini-openai-compat-tools, 35, 0, 0, 12, 62"
    })
    void usageIsDisjoint(String id, long input, long read, long write, long output, long reasoning)
            throws LlmException {
        Fixture fixture = Fixtures.named(id);

        Usage usage = codec(fixture).readAnswer(fixture.bodyJson(), ERRORS).usage();

        assertThat(usage).isEqualTo(new Usage(input, read, write, output, reasoning));
        assertThat(usage.total())
                .isEqualTo(fixture.bodyJson().path("usage").path("total_tokens").asLong());
    }

    @ParameterizedTest
    @CsvSource({
        "openai-chat/refusal, REFUSAL, POLICY_REJECTION",
        "openai-chat/tools-choice-required-stop, TOOL_CALLS,",
        "openai-chat/tools-truncated-arguments, MAX_TOKENS, OUTPUT_INVALID",
        "openai-chat/reasoning-budget-exhausted, MAX_TOKENS,",
        "openrouter/refusal-finish-content-filter, CONTENT_FILTER, POLICY_REJECTION",
        "anthropic-messages/stop-sequence, STOP_SEQUENCE,",
        "anthropic-messages/tools-forced, TOOL_CALLS,",
        "anthropic-messages/max-tokens, MAX_TOKENS,"
    })
    void saysWhyTheModelStopped(String id, StopReason stop, ErrorClass advice) throws LlmException {
        Fixture fixture = Fixtures.named(id);

        Answer answer = codec(fixture).readAnswer(fixture.bodyJson(), ERRORS);

        assertThat(answer.choices().get(0).stopReason()).isEqualTo(stop);
        assertThat(answer.advice()).isEqualTo(advice);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'error':{'code':502,'message':'upstream'}}",
                "{'choices':[{'error':{'code':502},'message':{}}]}"
            })
    void anErrorInsideA200IsThrown(String body) {
        assertThatThrownBy(() -> Codecs.of(Dialect.OPENAI_CHAT).readAnswer(CodecFixture.json(body), ERRORS))
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.code()).isEqualTo("in_band"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'choices':[]}", "[]", "'text'"})
    void whatIsNoAnswerIsInvalidOutput(String body) {
        for (Dialect dialect : Dialect.values()) {
            assertThatThrownBy(() -> Codecs.of(dialect).readAnswer(CodecFixture.json(body), ERRORS))
                    .isInstanceOfSatisfying(
                            LlmException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.OUTPUT_INVALID));
        }
    }

    private static List<String> calls(Answer answer) {
        return answer.choices().get(0).parts().stream()
                .filter(part -> part instanceof Part.ToolCall)
                .map(part -> ((Part.ToolCall) part).name() + Json.parseObject(((Part.ToolCall) part).arguments()))
                .toList();
    }

    private static DialectCodec codec(Fixture fixture) {
        return Codecs.of(
                fixture.id().startsWith("anthropic-messages") ? Dialect.ANTHROPIC_MESSAGES : Dialect.OPENAI_CHAT);
    }

    private static DialectCodec other(Fixture fixture) {
        return Codecs.of(
                fixture.id().startsWith("anthropic-messages") ? Dialect.OPENAI_CHAT : Dialect.ANTHROPIC_MESSAGES);
    }
}
