/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.Fixtures;
import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.LlmException;
import dev.serai.llm.ResponsesSequence;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.CodecFixture;
import dev.serai.llm.dialect.CodecFixture.Heard;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestTranslator;

import static dev.serai.llm.dialect.CodecFixture.ERRORS;
import static dev.serai.llm.dialect.CodecFixture.hear;
import static dev.serai.llm.dialect.CodecFixture.parts;
import static org.assertj.core.api.Assertions.assertThat;

class ResponsesExchangesTest {
    private static final DialectCodec CODEC = Codecs.of(Dialect.OPENAI_RESPONSES);

    static Stream<Fixture> exchanges() {
        return Stream.of("openai-responses", "deepseek", "xai", "azure-openai")
                .flatMap(directory -> Fixtures.of(directory).stream())
                .filter(fixture -> fixture.status() == 200
                        && fixture.meta().path("url_path").asText().endsWith("/responses"));
    }

    static Stream<Fixture> answers() {
        return exchanges().filter(fixture -> !fixture.streaming());
    }

    static Stream<Fixture> streams() {
        return exchanges().filter(Fixture::streaming).filter(fixture -> !fixture.id()
                .contains("error-mid-stream"));
    }

    static Stream<Fixture> requests() {
        return exchanges().filter(fixture -> fixture.requestJson().isObject());
    }

    @ParameterizedTest
    @MethodSource("answers")
    void everyAnswerComesBackFromTheNeutralForm(Fixture fixture) throws LlmException {
        Answer answer = CODEC.readAnswer(fixture.bodyJson(), ERRORS);
        Answer back = CODEC.readAnswer(CODEC.writeAnswer(answer), ERRORS);

        List<Part> kept = answer.choices().get(0).parts().stream()
                .filter(part -> !(part instanceof Part.Native))
                .toList();
        assertThat(back.choices().get(0).parts()).isEqualTo(kept);
        assertThat(back.usage()).isEqualTo(answer.usage());
        assertThat(answer.model()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("streams")
    void everyStreamComesBackFromTheNeutralForm(Fixture fixture) {
        List<StreamPart> read = parts(CODEC, fixture.body());
        Heard source = hear(read);

        byte[] written = CodecFixture.write(CODEC.streamWriter(true), read);
        Heard heard = hear(parts(CODEC, written));

        ResponsesSequence.assertWellFormed(written);
        assertSame(heard, source);
        assertThat(source.finishes).hasSize(1);
        assertThat(source.ended).isTrue();
        assertThat(heard.finishes).isEqualTo(source.finishes);
    }

    @ParameterizedTest
    @MethodSource("streams")
    void everyStreamCrosses(Fixture fixture) {
        List<StreamPart> read = parts(CODEC, fixture.body());
        Heard source = hear(read);

        for (Dialect dialect : List.of(Dialect.OPENAI_CHAT, Dialect.ANTHROPIC_MESSAGES)) {
            DialectCodec other = Codecs.of(dialect);
            byte[] there = CodecFixture.write(other.streamWriter(true), read);
            assertSame(hear(parts(other, there)), source);
            byte[] back = CodecFixture.write(CODEC.streamWriter(true), parts(other, there));
            assertSame(hear(parts(CODEC, back)), source);
        }
    }

    private static void assertSame(Heard heard, Heard source) {
        assertThat(heard.text.toString()).isEqualTo(source.text.toString());
        assertThat(heard.reasoning.toString()).isEqualTo(source.reasoning.toString());
        assertThat(heard.refusal.toString()).isEqualTo(source.refusal.toString());
        assertThat(heard.signatures).isEqualTo(source.signatures);
        assertThat(heard.calls).isEqualTo(source.calls);
        assertThat(heard.arguments)
                .map(Object::toString)
                .isEqualTo(source.arguments.stream().map(Object::toString).toList());
        assertThat(heard.usage).isEqualTo(source.usage);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestReadsAndPassesThroughUntouched(Fixture fixture) throws LlmException {
        JsonNode request = fixture.requestJson();

        assertThat(CODEC.summarize(request).promptChars()).isPositive();
        assertThat(CODEC.edit(fixture.request(), new NativeEdits(null, null, null, null, null, true)))
                .isEqualTo(fixture.request());
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestCrossesOrIsRefusedByName(Fixture fixture) throws LlmException {
        JsonNode request = fixture.requestJson();
        for (Dialect dialect : List.of(Dialect.OPENAI_CHAT, Dialect.ANTHROPIC_MESSAGES)) {
            try {
                JsonNode written = RequestTranslator.translate(CODEC, request, Codecs.of(dialect), Set.of());
                assertThat(Codecs.of(dialect).readRequest(written).messages()).isNotEmpty();
            } catch (LlmException e) {
                assertThat(e.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
                assertThat(request.toString())
                        .contains(e.field().substring(e.field().lastIndexOf('.') + 1));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "openai-responses/plain, STOP,",
        "openai-responses/tools, TOOL_CALLS,",
        "openai-responses/custom-tool, TOOL_CALLS,",
        "openai-responses/refusal, REFUSAL, POLICY_REJECTION",
        "openai-responses/incomplete-max-output-tokens, MAX_TOKENS,",
        "openai-responses/background-queued, OTHER,",
    })
    void saysWhyTheModelStopped(String id, StopReason stop, ErrorClass advice) throws LlmException {
        Answer answer = CODEC.readAnswer(Fixtures.named(id).bodyJson(), ERRORS);

        assertThat(answer.choices().get(0).stopReason()).isEqualTo(stop);
        assertThat(answer.advice()).isEqualTo(advice);
    }

    @ParameterizedTest
    @CsvSource({"xai/responses, 76, 128, 0, 1, 79", "deepseek/responses, 95, 0, 0, 2, 15"})
    void usageIsDisjoint(String id, long input, long read, long write, long output, long reasoning)
            throws LlmException {
        assertThat(CODEC.readAnswer(Fixtures.named(id).bodyJson(), ERRORS).usage())
                .isEqualTo(new Usage(input, read, write, output, reasoning));
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "ANTHROPIC_MESSAGES"})
    void encryptedReasoningComesBackUnchanged(Dialect dialect) throws LlmException {
        Answer answer = CODEC.readAnswer(Fixtures.named("xai/responses").bodyJson(), ERRORS);
        DialectCodec other = Codecs.of(dialect);

        Answer back = other.readAnswer(other.writeAnswer(answer), ERRORS);

        assertThat(back.choices().get(0).parts())
                .isEqualTo(answer.choices().get(0).parts());
        assertThat(((Part.Reasoning) back.choices().get(0).parts().get(0)).signature())
                .startsWith("RDvMx");
    }
}
