/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.output;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmStream;
import dev.serai.llm.conversation.StreamPart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** H6: an answer in memory before any of it goes out. */
class WholeStreamTest {
    @Test
    @DisplayName("H6: what was read comes again in its order, and its source is closed")
    void readsAll() throws Exception {
        // Given
        Source source = new Source("one ", "two");
        // When
        WholeStream whole = WholeStream.read(source, 10_000);
        // Then
        assertThat(source.closed).isTrue();
        assertThat(whole.text()).isEqualTo("one two");
        assertThat(new String(whole.next().bytes())).isEqualTo("one ");
        assertThat(new String(whole.next().bytes())).isEqualTo("two");
        assertThat(whole.next()).isNull();
    }

    @Test
    @DisplayName("H6: an answer that takes more memory than allowed is output_invalid, and no more of it is read")
    void isBounded() {
        // Given
        Source source = new Source("x".repeat(600), "y".repeat(600), "z");
        // When
        LlmException failure = catchThrowableOfType(LlmException.class, () -> WholeStream.read(source, 1000));
        // Then
        assertThat(failure.errorClass()).isEqualTo(ErrorClass.OUTPUT_INVALID);
        assertThat(failure.code()).isEqualTo("answer_too_large");
        assertThat(source.closed).isTrue();
        assertThat(source.texts).containsExactly("z");
    }

    @Test
    @DisplayName("H6: events without bytes for the client take memory too")
    void countsEmptyEvents() {
        // Given
        Source source = new Source("", "", "", "", "", "");
        // When
        LlmException failure = catchThrowableOfType(LlmException.class, () -> WholeStream.read(source, 1000));
        // Then
        assertThat(failure.code()).isEqualTo("answer_too_large");
    }

    /** One event for each text. */
    private static final class Source implements LlmStream {
        private final Queue<String> texts;
        private boolean closed;

        Source(String... texts) {
            this.texts = new ArrayDeque<>(List.of(texts));
        }

        @Override
        public LlmEvent next() {
            String text = texts.poll();
            return text == null ? null : new LlmEvent(text.getBytes(), List.of(new StreamPart.Text(0, text)));
        }

        @Override
        public Progress progress() {
            return new Progress(null, null, null, null, 0, 0, null);
        }

        @Override
        public void onEnd(Consumer<End> listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
