/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.output;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmStream;
import dev.serai.llm.conversation.StreamPart;

/** A streamed answer that has come to its proper end, and is handed on from memory. For one thread. */
public final class WholeStream implements LlmStream {
    /** What an event takes beside its bytes. */
    private static final int EVENT_BYTES = 256;

    private final Queue<LlmEvent> events = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private final Progress progress;

    private WholeStream(LlmStream stream, long maxBytes) throws LlmException {
        long bytes = 0;
        boolean complete = false;
        for (LlmEvent event = stream.next(); event != null; event = complete ? null : stream.next()) {
            bytes += event.bytes().length + EVENT_BYTES;
            if (bytes > maxBytes) {
                throw tooLarge();
            }
            events.add(event);
            for (StreamPart part : event.parts()) {
                complete |= part instanceof StreamPart.End;
                if (part instanceof StreamPart.Text piece && piece.choice() == 0) {
                    text.append(piece.text());
                }
            }
        }
        progress = stream.progress();
    }

    private WholeStream(List<LlmEvent> events, Progress progress) {
        this.events.addAll(events);
        this.progress = progress;
    }

    /** One that was read before. */
    public static WholeStream of(List<LlmEvent> events, Progress progress) {
        return new WholeStream(events, progress);
    }

    /**
     * Reads and closes a stream.
     *
     * @param maxBytes of memory that its events may take
     * @throws LlmException where it breaks, or output_invalid where it is larger
     */
    public static WholeStream read(LlmStream stream, long maxBytes) throws LlmException {
        try (stream) {
            return new WholeStream(stream, maxBytes);
        }
    }

    private static LlmException tooLarge() {
        return LlmException.of(ErrorClass.OUTPUT_INVALID)
                .code("answer_too_large")
                .detail("the streamed answer is larger than serai.stream.max-buffered")
                .reason("The model's answer is too large.")
                .build();
    }

    /** What the first choice says. */
    public String text() {
        return text.toString();
    }

    @Override
    public LlmEvent next() {
        return events.poll();
    }

    @Override
    public Progress progress() {
        return progress;
    }

    @Override
    public void onEnd(Consumer<End> listener) {
        listener.accept(new End(null, progress, false));
    }

    @Override
    public void close() {
        events.clear();
    }
}
