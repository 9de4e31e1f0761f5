/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonArrayReaderTest {
    private static final String STREAM = "[{\"a\": \"}{\\\"ü\"}\r\n,\n{\"b\":{\"c\":[{}]}}\n]\n";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 1000})
    void splitsWhereverItIsCut(int piece) throws IOException {
        List<SseFrame> frames = read(pieces(STREAM, piece));

        assertThat(frames)
                .extracting(SseFrame::data)
                .containsExactly("{\"a\": \"}{\\\"ü\"}", "{\"b\":{\"c\":[{}]}}", null);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        frames.forEach(frame -> all.writeBytes(frame.raw()));
        assertThat(all.toString(StandardCharsets.UTF_8)).isEqualTo(STREAM);
    }

    @Test
    void deliversAnObjectBeforeTheNextOneComes() throws IOException {
        InputStream first = new ByteArrayInputStream("[{}".getBytes(StandardCharsets.UTF_8));
        JsonArrayReader reader = new JsonArrayReader(
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        int b = first.read();
                        if (b < 0) {
                            throw new IOException("would wait");
                        }
                        return b;
                    }

                    @Override
                    public int read(byte[] bytes, int offset, int length) throws IOException {
                        bytes[offset] = (byte) read();
                        return 1;
                    }
                },
                100);

        assertThat(reader.next().data()).isEqualTo("{}");
        assertThatThrownBy(reader::next).hasMessage("would wait");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "[\n]", " "})
    void nothingIsNoObject(String stream) throws IOException {
        assertThat(read(pieces(stream, 10))).allMatch(SseFrame::isComment);
    }

    @Test
    void anObjectThatWasCutOffIsDeliveredAsFarAsItCame() throws IOException {
        assertThat(read(pieces("[{}, {\"a\":", 10))).extracting(SseFrame::data).containsExactly("{}", "{\"a\":");
    }

    @Test
    void anObjectThatIsTooLargeEndsTheStream() {
        assertThatThrownBy(() -> new JsonArrayReader(pieces("[{\"a\":\"bbbbbbbb\"}]", 10), 8).next())
                .hasMessage("an event is larger than 8 bytes");
    }

    private static List<SseFrame> read(InputStream in) throws IOException {
        JsonArrayReader reader = new JsonArrayReader(in, 1000);
        List<SseFrame> frames = new ArrayList<>();
        for (SseFrame frame = reader.next(); frame != null; frame = reader.next()) {
            frames.add(frame);
        }
        return frames;
    }

    private static InputStream pieces(String text, int size) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, size));
            }
        };
    }
}
