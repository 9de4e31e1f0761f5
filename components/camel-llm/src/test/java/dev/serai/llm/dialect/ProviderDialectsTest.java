/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.Fixtures;
import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.CodecFixture.Heard;
import dev.serai.llm.provider.Providers;
import dev.serai.llm.sse.FrameReader;
import dev.serai.llm.sse.SseFrame;

import static dev.serai.llm.dialect.CodecFixture.ERRORS;
import static dev.serai.llm.dialect.CodecFixture.hear;
import static org.assertj.core.api.Assertions.assertThat;

/** What holds for the dialects of Bedrock, Cohere and Ollama alike, on every recorded exchange. */
class ProviderDialectsTest {
    private record Spoken(String directory, String provider, String path) {}

    private static final Map<Dialect, Spoken> SPOKEN = Map.of(
            Dialect.BEDROCK_CONVERSE, new Spoken("bedrock-converse", "bedrock", "/converse"),
            Dialect.COHERE_CHAT, new Spoken("cohere", "cohere", "/v2/chat"),
            Dialect.OLLAMA_CHAT, new Spoken("ollama", "ollama", "/api/chat"));

    static Stream<Arguments> exchanges() {
        List<Arguments> found = new ArrayList<>();
        SPOKEN.forEach((dialect, spoken) -> Fixtures.of(spoken.directory()).stream()
                .filter(fixture -> fixture.meta().path("url_path").asText().contains(spoken.path()))
                .filter(fixture -> fixture.status() == 200)
                .forEach(fixture -> found.add(Arguments.of(dialect, fixture))));
        assertThat(found).hasSizeGreaterThan(35);
        return found.stream();
    }

    static Stream<Arguments> streams() {
        return exchanges().filter(arguments -> ((Fixture) arguments.get()[1]).streaming());
    }

    static Stream<Arguments> answers() {
        return exchanges().filter(arguments -> !((Fixture) arguments.get()[1]).streaming());
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("exchanges")
    void aRequestPassesThroughUntouchedAndReads(Dialect dialect, Fixture fixture) throws LlmException {
        DialectCodec codec = Codecs.of(dialect);
        NativeEdits edits = new NativeEdits(null, null, null, null, null, fixture.streaming());

        assertThat(codec.edit(fixture.request(), edits)).isEqualTo(fixture.request());
        RequestSummary summary = codec.summarize(fixture.requestJson());
        assertThat(summary.promptChars()).isPositive();
        assertThat(codec.readRequest(fixture.requestJson()).messages()).isNotEmpty();
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("exchanges")
    void aRequestCrossesOrIsRefusedByName(Dialect dialect, Fixture fixture) throws LlmException {
        JsonNode request = fixture.requestJson();
        for (Dialect other : List.of(Dialect.OPENAI_CHAT, Dialect.ANTHROPIC_MESSAGES, dialect)) {
            try {
                JsonNode written = RequestTranslator.translate(Codecs.of(dialect), request, Codecs.of(other), Set.of());
                assertThat(Codecs.of(other).readRequest(written).messages()).isNotEmpty();
            } catch (LlmException e) {
                assertThat(e.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
            }
        }
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("answers")
    void anAnswerSurvivesItsOwnWriter(Dialect dialect, Fixture fixture) throws LlmException {
        DialectCodec codec = Codecs.of(dialect);
        Answer answer = codec.readAnswer(fixture.bodyJson(), ERRORS);
        Answer again = codec.readAnswer(codec.writeAnswer(answer), ERRORS);

        assertThat(again.text()).isEqualTo(answer.text());
        assertThat(again.usage()).isEqualTo(answer.usage());
        assertThat(again.choices().get(0).stopReason())
                .isEqualTo(answer.choices().get(0).stopReason());
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("streams")
    void aStreamSurvivesItsOwnWriter(Dialect dialect, Fixture fixture) throws Exception {
        List<StreamPart> read = parts(dialect, fixture.body());

        assertSame(hear(read), hear(parts(dialect, CodecFixture.write(writer(dialect), read))));
    }

    static Stream<Arguments> otherStreams() {
        return Stream.of("openai-chat", "anthropic-messages")
                .flatMap(directory -> Fixtures.of(directory).stream())
                .filter(Fixture::streaming)
                .filter(fixture -> fixture.meta().path("url_path").asText().matches(".*/(chat/completions|messages)"))
                .filter(fixture -> !fixture.meta().hasNonNull("gateway_taxonomy"))
                .flatMap(fixture -> SPOKEN.keySet().stream().map(dialect -> Arguments.of(dialect, fixture)));
    }

    @ParameterizedTest(name = "{1} as {0}")
    @MethodSource("otherStreams")
    void streamsOfOtherDialectsAreWritten(Dialect dialect, Fixture fixture) throws Exception {
        boolean openAi = fixture.id().startsWith("openai");
        DialectCodec source = Codecs.of(openAi ? Dialect.OPENAI_CHAT : Dialect.ANTHROPIC_MESSAGES);
        List<StreamPart> read = CodecFixture.parts(source, fixture.body()).stream()
                .filter(part -> !(part instanceof StreamPart.Text text && text.choice() > 0))
                .toList();

        Heard written = hear(parts(dialect, CodecFixture.write(writer(dialect), read)));

        assertThat(written.text.toString())
                .isEqualTo(hear(read).text + hear(read).refusal.toString());
        if (dialect != Dialect.OLLAMA_CHAT || isWhole(hear(read))) {
            assertThat(written.calls).isEqualTo(hear(read).calls);
        }
        assertThat(written.ended).isEqualTo(hear(read).ended);
    }

    /** Ollama's calls are objects, so one that was cut off cannot be written. */
    private static boolean isWhole(Heard heard) {
        return heard.arguments.stream().allMatch(arguments -> Json.parseObject(arguments.toString()) != null);
    }

    private static void assertSame(Heard source, Heard heard) throws Exception {
        if (source.failure != null) {
            return;
        }
        assertThat(heard.text.toString()).isEqualTo(source.text.toString());
        assertThat(heard.reasoning.toString()).isEqualTo(source.reasoning.toString());
        assertThat(heard.signatures).isEqualTo(source.signatures);
        assertThat(heard.calls).isEqualTo(source.calls);
        for (int i = 0; i < source.arguments.size(); i++) {
            assertThat(Json.MAPPER.readTree(heard.arguments.get(i).toString()))
                    .isEqualTo(Json.MAPPER.readTree(source.arguments.get(i).toString()));
        }
        assertThat(heard.finishes).isEqualTo(source.finishes);
        assertThat(heard.usage).isEqualTo(source.usage);
        assertThat(heard.ended).isTrue();
    }

    private static StreamWriter writer(Dialect dialect) {
        return Codecs.of(dialect).streamWriter(true);
    }

    private static List<StreamPart> parts(Dialect dialect, byte[] stream) throws IOException, MalformedEventException {
        FrameReader frames =
                Providers.of(SPOKEN.get(dialect).provider()).frames(new ByteArrayInputStream(stream), 1 << 22);
        StreamReader reader = Codecs.of(dialect).streamReader(ERRORS);
        List<StreamPart> parts = new ArrayList<>();
        for (SseFrame frame = frames.next(); frame != null; frame = frames.next()) {
            parts.addAll(reader.read(frame));
        }
        return parts;
    }
}
