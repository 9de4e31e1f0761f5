/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.llm.Fixtures;
import dev.serai.llm.Fixtures.Fixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

class EventStreamReaderTest {
    private static final int LIMIT = 1 << 20;

    static Stream<Fixture> streams() {
        List<Fixture> found = Fixtures.of("bedrock-converse").stream()
                .filter(fixture -> fixture.meta().path("body_format").asText().equals("aws-event-stream"))
                .toList();
        assertThat(found).hasSizeGreaterThanOrEqualTo(9);
        return found.stream();
    }

    @ParameterizedTest
    @MethodSource("streams")
    void theFramesTogetherAreTheStream(Fixture fixture) throws IOException {
        List<SseFrame> frames = read(new ByteArrayInputStream(fixture.body()));

        ByteArrayOutputStream all = new ByteArrayOutputStream();
        frames.forEach(frame -> all.writeBytes(frame.raw()));
        assertThat(all.toByteArray()).isEqualTo(fixture.body());
        assertThat(frames)
                .allMatch(frame -> frame.event() != null && frame.data().startsWith("{"));
    }

    @ParameterizedTest
    @MethodSource("streams")
    void itDoesNotMatterWhereTheNetworkCuts(Fixture fixture) throws IOException {
        byte[] body = fixture.body();
        List<String> whole = texts(new ByteArrayInputStream(body));

        for (int cut = 1; cut < body.length; cut++) {
            InputStream pieces = new SequenceInputStream(
                    new ByteArrayInputStream(body, 0, cut), new ByteArrayInputStream(body, cut, body.length - cut));
            assertThat(texts(pieces)).as("cut at " + cut).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void aStreamThatEndsInsideAFrameIsCutOff(Fixture fixture) {
        byte[] body = fixture.body();
        int first = ByteBuffer.wrap(body).getInt();

        for (int end = 1; end < first; end++) {
            InputStream in = new ByteArrayInputStream(body, 0, end);
            assertThatThrownBy(() -> read(in)).isInstanceOf(IOException.class).hasMessageContaining("ended inside");
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void aFlippedBitIsNoticed(Fixture fixture) {
        byte[] body =
                Arrays.copyOf(fixture.body(), ByteBuffer.wrap(fixture.body()).getInt());
        for (int i = 0; i < body.length; i++) {
            byte[] broken = body.clone();
            broken[i] ^= (byte) (1 << i % 8);
            assertThatThrownBy(() -> read(new ByteArrayInputStream(broken))).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void corruptionNeverHangsOrCrashes(Fixture fixture) {
        Random random = new Random(fixture.id().hashCode());
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            for (int round = 0; round < 500; round++) {
                byte[] broken = fixture.body().clone();
                for (int i = random.nextInt(20); i >= 0; i--) {
                    broken[random.nextInt(broken.length)] = (byte) random.nextInt();
                }
                readToTheEnd(Arrays.copyOf(broken, random.nextInt(broken.length)));
            }
        });
    }

    /** With right checksums, so that what is behind them is reached. */
    @Test
    void nonsenseWithRightChecksumsNeverHangsOrCrashes() {
        Random random = new Random(1);
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            for (int round = 0; round < 20_000; round++) {
                byte[] headers = new byte[random.nextInt(40)];
                random.nextBytes(headers);
                if (headers.length > 6 && random.nextBoolean()) {
                    headers[0] = (byte) random.nextInt(4);
                    headers[1 + headers[0]] = (byte) random.nextInt(11);
                }
                int declared = random.nextInt(4) == 0 ? random.nextInt() : headers.length;
                readToTheEnd(frame(headers, declared, new byte[random.nextInt(20)]));
            }
        });
    }

    @Test
    void everyTypeOfHeaderIsSteppedOver() throws IOException {
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        byte[][] values = {
            {0},
            {1},
            {2, 1},
            {3, 1, 2},
            {4, 1, 2, 3, 4},
            {5, 1, 2, 3, 4, 5, 6, 7, 8},
            {6, 0, 2, 9, 9},
            {8, 1, 2, 3, 4, 5, 6, 7, 8},
            {9, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8}
        };
        for (byte[] value : values) {
            headers.writeBytes(new byte[] {1, 'x'});
            headers.writeBytes(value);
        }
        headers.writeBytes(string(":event-type", "metadata"));

        SseFrame frame = read(new ByteArrayInputStream(frame(headers.toByteArray(), headers.size(), "{}".getBytes())))
                .get(0);

        assertThat(frame.event()).isEqualTo("metadata");
        assertThat(frame.data()).isEqualTo("{}");
    }

    @Test
    void exceptionsAndErrorsAreNamedSo() throws IOException {
        byte[] exception =
                concat(string(":message-type", "exception"), string(":exception-type", "throttlingException"));
        byte[] error = concat(
                string(":message-type", "error"), string(":error-code", "Boom"), string(":error-message", "text"));

        SseFrame first = read(new ByteArrayInputStream(frame(exception, exception.length, "{\"a\":1}".getBytes())))
                .get(0);
        SseFrame second = read(new ByteArrayInputStream(frame(error, error.length, new byte[0])))
                .get(0);

        assertThat(first.event()).isEqualTo("exception:throttlingException");
        assertThat(first.data()).isEqualTo("{\"a\":1}");
        assertThat(second.event()).isEqualTo("exception:Boom");
        assertThat(second.data()).isEqualTo("text");
    }

    @Test
    void aFrameThatIsTooLargeIsRefusedBeforeItIsRead() {
        byte[] large = frame(new byte[0], 0, new byte[LIMIT]);

        assertThatThrownBy(() -> read(new ByteArrayInputStream(large)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("length is out of bounds");
    }

    private static byte[] frame(byte[] headers, int declaredHeaders, byte[] payload) {
        int total = 16 + headers.length + payload.length;
        ByteBuffer frame = ByteBuffer.allocate(total).putInt(total).putInt(declaredHeaders);
        frame.putInt(crc(frame)).put(headers).put(payload);
        return frame.putInt(crc(frame)).array();
    }

    private static int crc(ByteBuffer frame) {
        CRC32 crc = new CRC32();
        crc.update(frame.array(), 0, frame.position());
        return (int) crc.getValue();
    }

    private static byte[] string(String name, String value) {
        ByteBuffer header = ByteBuffer.allocate(4 + name.length() + value.length());
        header.put((byte) name.length()).put(name.getBytes()).put((byte) 7);
        return header.putShort((short) value.length()).put(value.getBytes()).array();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static void readToTheEnd(byte[] stream) {
        try {
            read(new ByteArrayInputStream(stream));
        } catch (IOException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }

    private static List<String> texts(InputStream in) throws IOException {
        return read(in).stream()
                .map(frame -> frame.event() + frame.data() + frame.raw().length)
                .toList();
    }

    private static List<SseFrame> read(InputStream in) throws IOException {
        EventStreamReader reader = new EventStreamReader(in, LIMIT);
        List<SseFrame> frames = new ArrayList<>();
        for (SseFrame frame = reader.next(); frame != null; frame = reader.next()) {
            frames.add(frame);
        }
        return frames;
    }
}
