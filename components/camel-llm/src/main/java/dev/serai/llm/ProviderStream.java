/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.MalformedEventException;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.http.HttpAttempt;
import dev.serai.llm.sse.FrameReader;
import dev.serai.llm.sse.SseFrame;

/** A stream that a provider sends over HTTP. */
final class ProviderStream implements LlmStream {
    private final HttpAttempt attempt;
    private final FrameReader frames;
    private final StreamReader reader;
    private final StreamOutput output;
    private final StreamTally tally = new StreamTally();
    private final Deque<LlmEvent> ahead = new ArrayDeque<>();
    private final List<Consumer<End>> listeners = new ArrayList<>(2);
    private final AtomicReference<End> end = new AtomicReference<>();
    private final AtomicBoolean endSeen = new AtomicBoolean();
    private boolean waiting;

    ProviderStream(HttpAttempt attempt, FrameReader frames, StreamReader reader, StreamOutput output) {
        this.attempt = attempt;
        this.frames = frames;
        this.reader = reader;
        this.output = output;
    }

    /** Reads up to the first content, so that a failure before it is an ordinary exception. */
    void open() throws LlmException {
        LlmEvent event;
        do {
            event = read();
            if (event == null) {
                return;
            }
            ahead.add(event);
        } while (!event.hasContent() && !tally.finished());
        attempt.pause();
    }

    @Override
    public LlmEvent next() throws LlmException {
        LlmEvent event = ahead.poll();
        if (event != null) {
            return event;
        }
        End ended = end.get();
        if (ended == null) {
            if (!waiting) {
                attempt.resume();
            }
            LlmEvent read = read();
            // a ping or a comment is no sign of progress: the wait for the next event goes on
            waiting = read != null && read.parts().isEmpty();
            if (!waiting) {
                attempt.pause();
            }
            return read;
        }
        if (ended.failure() != null) {
            throw ended.failure();
        }
        return null;
    }

    private LlmEvent read() throws LlmException {
        while (true) {
            SseFrame frame;
            try {
                frame = frames.next();
            } catch (IOException e) {
                if (endSeen.get()) {
                    // everything was said; how the connection ends no longer matters
                    finish(null);
                    return null;
                }
                throw fail(attempt.explain(e));
            }
            if (frame == null) {
                return atEnd();
            }
            LlmEvent event = interpret(frame);
            if (event != null) {
                return event;
            }
        }
    }

    /** Several providers never say that they are done, but a client of another dialect waits for its word. */
    private LlmEvent atEnd() throws LlmException {
        List<StreamPart> last = new ArrayList<>(endSeen.get() ? List.of() : reader.atEnd());
        last.forEach(tally::add);
        if (!tally.finished()) {
            throw fail(cut());
        }
        if (!endSeen.getAndSet(true)) {
            last.add(new StreamPart.End());
            byte[] bytes = output.missingEnd(last);
            if (bytes.length > 0 || last.size() > 1) {
                return new LlmEvent(bytes, last);
            }
        }
        finish(null);
        return null;
    }

    /** Null where the frame is to be skipped. */
    private LlmEvent interpret(SseFrame frame) throws LlmException {
        List<StreamPart> parts;
        try {
            parts = reader.read(frame);
        } catch (MalformedEventException e) {
            tally.skipped();
            return null;
        }
        for (StreamPart part : parts) {
            if (part instanceof StreamPart.Failure failure) {
                throw fail(failure.error());
            }
            tally.add(part);
            if (part instanceof StreamPart.End) {
                endSeen.set(true);
            }
        }
        byte[] bytes = output.bytes(frame, parts);
        return bytes.length == 0 && parts.isEmpty() ? null : new LlmEvent(bytes, parts);
    }

    private static LlmException cut() {
        return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                .code("stream_cut")
                .detail("the stream ended before the answer did")
                .reason("The model's answer was cut off.")
                .build();
    }

    private LlmException fail(LlmException failure) {
        finish(failure);
        return end.get().failure() == null ? failure : end.get().failure();
    }

    @Override
    public void close() {
        if (end.get() == null) {
            finish(endSeen.get() ? null : attempt.abortedBy().orElseGet(ProviderStream::closedByReader));
        }
    }

    private static LlmException closedByReader() {
        return LlmException.of(ErrorClass.CANCELLED)
                .detail("closed by the reader")
                .build();
    }

    private void finish(LlmException failure) {
        if (!end.compareAndSet(null, new End(failure, tally.progress(), attempt.abortedInPause()))) {
            return;
        }
        if (failure == null) {
            attempt.finish();
        } else {
            attempt.close();
        }
        List<Consumer<End>> todo;
        synchronized (listeners) {
            todo = List.copyOf(listeners);
            listeners.clear();
        }
        todo.forEach(listener -> listener.accept(end.get()));
    }

    @Override
    public Progress progress() {
        return tally.progress();
    }

    @Override
    public void onEnd(Consumer<End> listener) {
        synchronized (listeners) {
            if (end.get() == null) {
                listeners.add(listener);
                return;
            }
        }
        listener.accept(end.get());
    }
}
