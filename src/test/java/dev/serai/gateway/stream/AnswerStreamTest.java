/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The bytes of a streamed answer arrive whole, in order and with their end, however the two threads meet (H3, H4, H8). */
class AnswerStreamTest {
    private static final int MORE_THAN_FITS = 500;

    private final AtomicInteger abandoned = new AtomicInteger();
    private final AnswerStream stream = new AnswerStream(Duration.ofSeconds(20), abandoned::incrementAndGet);

    @Test
    @DisplayName("H4: the end comes after all events, also where the queue was full when it was said")
    void endIsNeverLost() throws Exception {
        // Given
        CompletableFuture<String> read = new CompletableFuture<>();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 64; i++) {
            stream.write(bytes("event " + i + "\n\n"), true);
            expected.append("event ").append(i).append("\n\n");
        }
        // When
        stream.end(bytes("end\n\n"));
        Thread.ofVirtual().start(() -> complete(read));
        // Then
        assertThat(read.get(5, TimeUnit.SECONDS)).isEqualTo(expected + "end\n\n");
        assertThat(abandoned).hasValue(0);
    }

    @Test
    @DisplayName(
            "H5 M4: where others want the answer of a client that left, its writer goes on, also one that waited for room")
    void aCloseCanWaitForTheWriter() throws Exception {
        // Given
        CompletableFuture<Void> written = new CompletableFuture<>();
        CompletableFuture<Boolean> seen = new CompletableFuture<>();
        AnswerStream wanted = new AnswerStream(
                Duration.ofSeconds(20),
                () -> seen.complete(written.copy()
                        .orTimeout(5, TimeUnit.SECONDS)
                        .handle((none, late) -> late == null)
                        .join()));
        Thread writer = Thread.ofPlatform().start(() -> {
            try {
                for (int i = 0; i < MORE_THAN_FITS; i++) {
                    wanted.write(bytes("event " + i + "\n\n"), true);
                }
                written.complete(null);
            } catch (InterruptedException e) {
                written.completeExceptionally(e);
            }
        });
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> writer.getState() == Thread.State.WAITING);
        // When
        wanted.close();
        // Then
        assertThat(seen.get()).isTrue();
    }

    @Test
    @DisplayName(
            "G1 H4: a stream that is cut ends with its last bytes alone behind what was read, and its writer goes on")
    void cutDropsWhatWasNotRead() throws Exception {
        // Given
        CompletableFuture<Void> written = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < MORE_THAN_FITS; i++) {
                    stream.write(bytes("event " + i + "\n\n"), true);
                }
                written.complete(null);
            } catch (InterruptedException e) {
                written.completeExceptionally(e);
            }
        });
        byte[] first = new byte["event 0\n\n".length()];
        assertThat(stream.readNBytes(first, 0, first.length)).isEqualTo(first.length);
        // When
        stream.cut(bytes("error\n\n"));
        // Then
        written.get(5, TimeUnit.SECONDS);
        assertThat(new String(first, StandardCharsets.UTF_8)).isEqualTo("event 0\n\n");
        assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("error\n\n");
    }

    @Test
    @DisplayName("H4: an end that races with a waiting reader is never missed")
    void endWakesTheReader() throws Exception {
        for (int i = 0; i < 2000; i++) {
            // Given
            AnswerStream one = new AnswerStream(Duration.ofSeconds(20), abandoned::incrementAndGet);
            CompletableFuture<Integer> length = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    length.complete(one.readAllBytes().length);
                } catch (Exception e) {
                    length.completeExceptionally(e);
                }
            });
            // When
            one.write(bytes("a\n\n"), true);
            one.end(bytes("b\n\n"));
            // Then
            assertThat(length.get(5, TimeUnit.SECONDS)).isEqualTo(6);
        }
    }

    @Test
    @DisplayName("H8: a writer waits for a slow reader, and is let go when the reader leaves")
    void closingFreesTheWriter() {
        // Given
        AtomicInteger written = new AtomicInteger();
        Thread writer = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < MORE_THAN_FITS; i++) {
                    stream.write(bytes("x\n\n"), true);
                    written.incrementAndGet();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> written.get() == 64);
        // When
        stream.close();
        stream.close();
        // Then
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> !writer.isAlive());
        assertThat(written).hasValue(MORE_THAN_FITS);
        assertThat(abandoned).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data: 1", "data: 1\n", "data: 1\r\n", "data: 1\r"})
    @DisplayName("H7: what ends a stream is an event of its own, also where the provider left out its last blank line")
    void endIsAnEventOfItsOwn(String last) throws Exception {
        // When
        stream.write(bytes(last), true);
        stream.end(bytes("data: [DONE]\n\n"));
        // Then
        assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(last + "\n\ndata: [DONE]\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data: 1\n\n", "data: 1\r\n\r\n", "data: 1\r\r"})
    @DisplayName("E2: nothing is added to events that are whole")
    void wholeEventsStayAsTheyAre(String last) throws Exception {
        // When
        stream.write(bytes(last), true);
        stream.end(bytes("data: [DONE]\n\n"));
        // Then
        assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(last + "data: [DONE]\n\n");
    }

    private void complete(CompletableFuture<String> read) {
        try {
            read.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (Exception e) {
            read.completeExceptionally(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
