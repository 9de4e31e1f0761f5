/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.serai.llm.Fixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NdjsonReaderTest {
    @ParameterizedTest
    @ValueSource(strings = {"ollama/chat-stream", "ollama/chat-stream-length", "ollama/generate-stream"})
    void itDoesNotMatterWhereTheNetworkCuts(String id) throws IOException {
        byte[] body = Fixtures.named(id).body();
        List<String> whole = data(read(new ByteArrayInputStream(body)));
        assertThat(whole).hasSizeGreaterThan(3);

        for (int cut = 1; cut < body.length; cut++) {
            List<SseFrame> frames = read(new SequenceInputStream(
                    new ByteArrayInputStream(body, 0, cut), new ByteArrayInputStream(body, cut, body.length - cut)));
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            frames.forEach(frame -> all.writeBytes(frame.raw()));
            assertThat(all.toByteArray()).isEqualTo(body);
            assertThat(data(frames)).isEqualTo(whole);
        }
    }

    @Test
    void linesEndInAnyWay() throws IOException {
        List<SseFrame> frames = read(in("{\"ä\":1}\r\n\n{}\n{\"last\":true}"));

        assertThat(frames).extracting(SseFrame::data).containsExactly("{\"ä\":1}", null, "{}", "{\"last\":true}");
        assertThat(frames.get(1).isComment()).isTrue();
    }

    @Test
    void aLineThatIsTooLongEndsTheStream() {
        assertThatThrownBy(() -> read(in("x".repeat(2000))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1000 bytes");
    }

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> data(List<SseFrame> frames) {
        return frames.stream().map(SseFrame::data).toList();
    }

    private static List<SseFrame> read(InputStream in) throws IOException {
        NdjsonReader reader = new NdjsonReader(in, 1000);
        List<SseFrame> frames = new ArrayList<>();
        for (SseFrame frame = reader.next(); frame != null; frame = reader.next()) {
            frames.add(frame);
        }
        return frames;
    }
}
