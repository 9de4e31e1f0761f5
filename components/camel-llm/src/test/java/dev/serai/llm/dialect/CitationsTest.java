/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.Dialect;
import dev.serai.llm.Fixtures;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;

import static dev.serai.llm.dialect.CodecFixture.ERRORS;
import static org.assertj.core.api.Assertions.assertThat;

/** Recorded sources of what a model says, in the other dialects that have them (E3). */
class CitationsTest {
    private static final List<Dialect> DIALECTS =
            List.of(Dialect.OPENAI_CHAT, Dialect.OPENAI_RESPONSES, Dialect.GEMINI_GENERATE);

    @ParameterizedTest
    @CsvSource({
        "openai-chat/web-search-annotations, OPENAI_CHAT, 3, https://www.ruby-lang.org/en/news/2025/10/07/ruby-3-4-7-released/?utm_source=openai",
        "openai-responses/web-search, OPENAI_RESPONSES, 1, https://www.ruby-lang.org/en/downloads/?utm_source=openai",
        "gemini/url-context, GEMINI_GENERATE, 1, https://ai.pydantic.dev"
    })
    void aWholeAnswerCrossesWithThem(String id, Dialect dialect, int count, String firstUrl) throws Exception {
        // Given
        Answer answer = Codecs.of(dialect).readAnswer(Fixtures.named(id).bodyJson(), ERRORS);
        List<Part.Citation> cited = citations(answer.choices().get(0).parts());
        assertThat(cited).hasSize(count);
        assertThat(cited.get(0).url()).isEqualTo(firstUrl);
        int length = answer.text().codePointCount(0, answer.text().length());
        assertThat(cited).allSatisfy(citation -> assertThat(citation.end()).isLessThanOrEqualTo(length));

        for (Dialect other : DIALECTS) {
            // When
            DialectCodec codec = Codecs.of(other);
            Answer there = codec.readAnswer(Json.MAPPER.readTree(Json.bytes(codec.writeAnswer(answer))), ERRORS);

            // Then
            assertThat(citations(there.choices().get(0).parts()))
                    .as("%s", other)
                    .isEqualTo(cited);
        }
    }

    @ParameterizedTest
    @CsvSource({"gemini/grounding-search-stream, GEMINI_GENERATE"})
    void aStreamCrossesWithThem(String id, Dialect dialect) {
        // Given
        List<StreamPart> stream =
                CodecFixture.parts(Codecs.of(dialect), Fixtures.named(id).body());
        List<Part.Citation> cited = streamed(stream);
        assertThat(cited).isNotEmpty();

        for (Dialect other : DIALECTS) {
            // When
            DialectCodec codec = Codecs.of(other);
            List<StreamPart> there =
                    CodecFixture.parts(codec, CodecFixture.write(codec.streamWriter(true), ended(stream)));

            // Then
            assertThat(streamed(there)).as("%s", other).isEqualTo(cited);
        }
    }

    /** Gemini's end is the end of the body. */
    private static List<StreamPart> ended(List<StreamPart> stream) {
        List<StreamPart> ended = new ArrayList<>(stream);
        ended.add(new StreamPart.End());
        return ended;
    }

    private static List<Part.Citation> citations(List<Part> parts) {
        return parts.stream()
                .filter(Part.Citation.class::isInstance)
                .map(Part.Citation.class::cast)
                .toList();
    }

    private static List<Part.Citation> streamed(List<StreamPart> stream) {
        return stream.stream()
                .filter(StreamPart.Citation.class::isInstance)
                .map(part -> ((StreamPart.Citation) part).citation())
                .toList();
    }
}
