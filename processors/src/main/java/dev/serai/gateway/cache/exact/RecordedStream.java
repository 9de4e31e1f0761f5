/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmStream;
import dev.serai.llm.conversation.StreamPart;

/**
 * A stream that remembers what its reader has had of it, up to a size, and hands it on at its proper end. As thread-safe as the
 * stream behind it.
 */
final class RecordedStream implements LlmStream {
    /** What an event takes beside its bytes. */
    private static final int EVENT_BYTES = 256;

    private final LlmStream stream;
    private final int mostBytes;
    private final Consumer<RecordedStream> atEnd;
    private List<LlmEvent> events = new ArrayList<>();
    private int bytes;
    private boolean ended;

    /** @param atEnd on the reader's thread, once, when all of it has been read; never where it broke or was left */
    RecordedStream(LlmStream stream, int mostBytes, Consumer<RecordedStream> atEnd) {
        this.stream = stream;
        this.mostBytes = mostBytes;
        this.atEnd = atEnd;
    }

    @Override
    public LlmEvent next() throws LlmException {
        LlmEvent event = stream.next();
        if (ended) {
            return event;
        }
        if (event != null) {
            add(event);
        }
        if (event == null || event.parts().stream().anyMatch(StreamPart.End.class::isInstance)) {
            ended = true;
            atEnd.accept(this);
            events = null;
        }
        return event;
    }

    private void add(LlmEvent event) {
        bytes = Math.addExact(bytes, event.bytes().length + EVENT_BYTES);
        if (isTooLarge()) {
            events = List.of();
        } else {
            events.add(event);
        }
    }

    boolean isTooLarge() {
        return bytes > mostBytes;
    }

    List<LlmEvent> events() {
        return events;
    }

    int bytes() {
        return bytes;
    }

    @Override
    public Progress progress() {
        return stream.progress();
    }

    @Override
    public void onEnd(Consumer<End> listener) {
        stream.onEnd(listener);
    }

    @Override
    public void close() {
        stream.close();
    }
}
