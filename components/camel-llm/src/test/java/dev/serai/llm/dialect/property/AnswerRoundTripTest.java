/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.CodecFixture;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.provider.Providers;
import dev.serai.llm.sse.FrameReader;
import dev.serai.llm.sse.SseFrame;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers and streams of every dialect, written in every dialect (E3). */
class AnswerRoundTripTest {
    @Provide
    Arbitrary<Draw> draws() {
        return Draws.ofAtMost(60);
    }

    /** Of A as B and back: all that B has a word for. */
    @Property(seed = Draws.SEED, edgeCases = EdgeCasesMode.NONE)
    void anAnswerSaysTheSameInEveryDialect(@ForAll("draws") Draw draw, @ForAll Dialect dialect) throws Exception {
        // Given
        ObjectNode body = AnswerMaker.answer(dialect, draw);
        Answer answer = read(dialect, body);
        assertThat(Said.of(answer).in(dialect)).as("%s", body).isEqualTo(Said.of(answer));

        for (Dialect other : Dialect.values()) {
            // When
            Answer there = read(other, Codecs.of(other).writeAnswer(answer));

            // Then
            assertThat(Said.of(there))
                    .as("%s as %s", body, other)
                    .isEqualTo(Said.of(answer).in(other));
        }
    }

    /** However the parts come: what the stream says in the end is what the whole answer says. */
    @Property(seed = Draws.SEED, edgeCases = EdgeCasesMode.NONE)
    void aStreamSaysWhatTheWholeAnswerSays(@ForAll("draws") Draw draw, @ForAll Dialect dialect) throws Exception {
        // Given
        ObjectNode body = AnswerMaker.answer(dialect, draw);
        Answer answer = read(dialect, body);
        List<StreamPart> parts = Streamed.of(answer, draw);

        for (Dialect other : Dialect.values()) {
            // When
            byte[] stream = CodecFixture.write(Codecs.of(other).streamWriter(true), parts);

            // Then
            Answer whole = read(other, Codecs.of(other).writeAnswer(answer));
            assertThat(Said.of(parts(other, stream)))
                    .as("%s as %s: %s", body, other, parts)
                    .isEqualTo(Said.of(whole));
        }
    }

    /** Nothing counted twice, nothing lost. */
    @Property(seed = Draws.SEED, edgeCases = EdgeCasesMode.NONE)
    void usageAddsUpInEveryDialect(@ForAll("draws") Draw draw, @ForAll Dialect dialect) throws Exception {
        Answer answer = read(dialect, AnswerMaker.answer(dialect, draw));
        for (Dialect other : Dialect.values()) {
            Answer there = read(other, Codecs.of(other).writeAnswer(answer));

            assertThat(there.usage().promptTokens()).isEqualTo(answer.usage().promptTokens());
            assertThat(there.usage().completionTokens())
                    .isEqualTo(answer.usage().completionTokens());
            assertThat(there.usage().total()).isEqualTo(answer.usage().total());
        }
    }

    private static Answer read(Dialect dialect, ObjectNode body) throws Exception {
        return Codecs.of(dialect).readAnswer(Json.MAPPER.readTree(Json.bytes(body)), CodecFixture.ERRORS);
    }

    private static List<StreamPart> parts(Dialect dialect, byte[] stream) throws Exception {
        DialectCodec codec = Codecs.of(dialect);
        FrameReader frames = Providers.of(provider(dialect)).frames(new ByteArrayInputStream(stream), 1 << 22);
        StreamReader reader = codec.streamReader(CodecFixture.ERRORS);
        List<StreamPart> parts = new ArrayList<>();
        for (SseFrame frame = frames.next(); frame != null; frame = frames.next()) {
            parts.addAll(reader.read(frame));
        }
        parts.addAll(reader.atEnd());
        return parts;
    }

    private static String provider(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC_MESSAGES -> "anthropic";
            case GEMINI_GENERATE -> "gemini";
            case BEDROCK_CONVERSE -> "bedrock";
            case COHERE_CHAT -> "cohere";
            case OLLAMA_CHAT -> "ollama";
        };
    }
}
