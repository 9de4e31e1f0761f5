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
import dev.serai.llm.conversation.Token;

import static dev.serai.llm.dialect.CodecFixture.ERRORS;
import static org.assertj.core.api.Assertions.assertThat;

/** Recorded log probabilities, in the other dialects that have them (E3). */
class LogProbabilitiesTest {
    private static final List<Dialect> DIALECTS =
            List.of(Dialect.OPENAI_CHAT, Dialect.OPENAI_RESPONSES, Dialect.GEMINI_GENERATE);

    @ParameterizedTest
    @CsvSource({
        "openai-chat/logprobs, OPENAI_CHAT, 42",
        "deepseek/logprobs, OPENAI_CHAT, cobalt",
        "gemini/logprobs, GEMINI_GENERATE, Hello"
    })
    void aWholeAnswerCrossesWithThem(String id, Dialect dialect, String text) throws Exception {
        // Given
        Answer answer = Codecs.of(dialect).readAnswer(Fixtures.named(id).bodyJson(), ERRORS);
        assertThat(answer.text()).isEqualTo(text);
        assertThat(text(tokens(answer))).isEqualTo(text);

        for (Dialect other : DIALECTS) {
            // When
            DialectCodec codec = Codecs.of(other);
            Answer there = codec.readAnswer(Json.MAPPER.readTree(Json.bytes(codec.writeAnswer(answer))), ERRORS);

            // Then
            assertThat(plain(tokens(there))).as("%s", other).isEqualTo(plain(tokens(answer)));
        }
    }

    @ParameterizedTest
    @CsvSource({"openai-chat/logprobs-stream, OPENAI_CHAT", "openai-responses/logprobs-stream, OPENAI_RESPONSES"})
    void aStreamCrossesWithThem(String id, Dialect dialect) {
        // Given
        List<StreamPart> stream =
                CodecFixture.parts(Codecs.of(dialect), Fixtures.named(id).body());
        String said = CodecFixture.hear(stream).text.toString();
        assertThat(text(streamed(stream))).isEqualTo(said).isNotEmpty();

        for (Dialect other : DIALECTS) {
            // When
            DialectCodec codec = Codecs.of(other);
            List<StreamPart> there = CodecFixture.parts(codec, CodecFixture.write(codec.streamWriter(true), stream));

            // Then
            assertThat(plain(streamed(there))).as("%s", other).isEqualTo(plain(streamed(stream)));
            assertThat(CodecFixture.hear(there).text.toString()).isEqualTo(said);
        }
    }

    private static List<Token> tokens(Answer answer) {
        List<Token> tokens = new ArrayList<>();
        for (Part part : answer.choices().get(0).parts()) {
            if (part instanceof Part.Text text) {
                tokens.addAll(text.tokens());
            }
        }
        return tokens;
    }

    private static List<Token> streamed(List<StreamPart> stream) {
        List<Token> tokens = new ArrayList<>();
        for (StreamPart part : stream) {
            if (part instanceof StreamPart.Text text) {
                tokens.addAll(text.tokens());
            }
        }
        return tokens;
    }

    private static String text(List<Token> tokens) {
        return String.join("", tokens.stream().map(Token::text).toList());
    }

    /** With the bytes that every dialect can tell. */
    private static List<Token> plain(List<Token> tokens) {
        return tokens.stream()
                .map(token ->
                        new Token(token.text(), token.logProbability(), token.utf8(), plain(token.alternatives())))
                .toList();
    }
}
