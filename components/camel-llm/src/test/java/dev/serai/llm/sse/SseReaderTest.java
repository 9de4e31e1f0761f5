/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.serai.llm.Fixtures;
import dev.serai.llm.Fixtures.Fixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SseReaderTest {
    private static final int MAX = 1 << 20;
    /** Larger recordings are split at a sample of the boundaries. */
    private static final int EVERY_BOUNDARY_UP_TO = 3000;

    static Stream<Fixture> recordedStreams() {
        return Stream.of(
                        "openai-chat",
                        "anthropic-messages",
                        "groq",
                        "deepseek",
                        "openrouter",
                        "xai",
                        "together",
                        "other-openai-compatible")
                .flatMap(provider -> Fixtures.of(provider).stream())
                .filter(Fixture::streaming);
    }

    @ParameterizedTest
    @MethodSource("recordedStreams")
    void readsTheSameFramesHoweverTheBytesArrive(Fixture fixture) throws IOException {
        // Given
        byte[] body = fixture.body();
        List<String> whole = read(new ByteArrayInputStream(body), body);
        int step = Math.max(1, body.length / EVERY_BOUNDARY_UP_TO);

        // When, Then
        assertThat(whole).isNotEmpty();
        assertThat(read(byteByByte(body), body)).isEqualTo(whole);
        for (int at = 1; at < body.length; at += step) {
            assertThat(read(splitAt(body, at), body)).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void knowsEveryLineEndAtEverySplit(String lineEnd) throws IOException {
        // Given
        String text = "\uFEFFevent: a\ndata: \u00e4\u20ac\ndata:two\n\n: note\n\n\ndata:\ud83d\ude00\n\ndata: last";
        byte[] body = text.replace("\n", lineEnd).getBytes(StandardCharsets.UTF_8);
        List<String> expected = List.of("a|\u00e4\u20ac\ntwo", "null|null", "null|\ud83d\ude00", "null|last");

        // When, Then
        assertThat(read(byteByByte(body), body)).isEqualTo(expected);
        for (int at = 1; at < body.length; at++) {
            assertThat(read(splitAt(body, at), body)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"data: x\n\n", "data: x\r\r", "data: x\r\n\r\n", "data: x\r\n\r"})
    void deliversAFrameAsSoonAsItsBlankLineIsHere(String frame) throws IOException {
        // Given a network that must not be asked for more
        SseReader reader = new SseReader(then(frame, new NoMoreBytes()), MAX);

        // When, Then
        assertThat(reader.next().data()).isEqualTo("x");
        assertThat(reader.hasBuffered()).isFalse();
    }

    @Test
    void keepsTheLateLineFeedOfACrLfAsNoBlankLine() throws IOException {
        SseReader reader = new SseReader(then("data: x\r\n\r", stream("\ndata: y\r\n\r\n")), MAX);

        assertThat(reader.next().data()).isEqualTo("x");
        SseFrame second = reader.next();
        assertThat(second.data()).isEqualTo("y");
        assertThat(new String(second.raw(), StandardCharsets.UTF_8)).isEqualTo("\ndata: y\r\n\r\n");
        assertThat(reader.next()).isNull();
    }

    @Test
    void takesOneSpaceOffAndIgnoresUnknownFields() throws IOException {
        SseReader reader = new SseReader(stream("id: 1\nretry: 5\nevent:\ndata\ndata:  x\n\n"), MAX);

        SseFrame frame = reader.next();

        assertThat(frame.event()).isNull();
        assertThat(frame.data()).isEqualTo("\n x");
    }

    @Test
    void refusesAFrameThatIsTooLarge() throws IOException {
        SseReader reader = new SseReader(stream("data: 1\n\ndata: 12345678901234567890\n\n"), 16);

        assertThat(reader.next().data()).isEqualTo("1");
        assertThatThrownBy(reader::next).isInstanceOf(IOException.class).hasMessageContaining("16 bytes");
    }

    /** The frames' events and data; checks that the raw bytes are the stream. */
    private static List<String> read(InputStream in, byte[] body) throws IOException {
        SseReader reader = new SseReader(in, MAX);
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        List<String> frames = new ArrayList<>();
        for (SseFrame frame = reader.next(); frame != null; frame = reader.next()) {
            raw.writeBytes(frame.raw());
            // the last LF of a CRLF stream may come after the last frame
            if (!new String(frame.raw(), StandardCharsets.UTF_8).isBlank()) {
                frames.add(frame.event() + "|" + frame.data());
            }
        }
        assertThat(Arrays.equals(raw.toByteArray(), body)).isTrue();
        return frames;
    }

    private static InputStream byteByByte(byte[] body) {
        return new ByteArrayInputStream(body) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, 1);
            }
        };
    }

    private static InputStream splitAt(byte[] body, int at) {
        return new SequenceInputStream(
                new ByteArrayInputStream(body, 0, at), new ByteArrayInputStream(body, at, body.length - at));
    }

    private static InputStream then(String first, InputStream rest) {
        return new SequenceInputStream(Collections.enumeration(List.of(stream(first), rest)));
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static final class NoMoreBytes extends InputStream {
        @Override
        public int read() {
            throw new AssertionError("waits for more bytes after the blank line");
        }
    }
}
