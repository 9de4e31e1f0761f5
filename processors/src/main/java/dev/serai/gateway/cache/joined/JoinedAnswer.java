/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.joined;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.stream.ReadyAnswer;
import dev.serai.llm.Cancellation;
import dev.serai.llm.LlmException;

/** The answer of a call at work, as another call on this instance reads it along. For one thread, but for {@link #position}. */
public final class JoinedAnswer implements ReadyAnswer {
    private final Call reader;
    private final RunningAnswer running;
    private byte[] first;
    private volatile long position;

    JoinedAnswer(Call reader, RunningAnswer running) {
        this.reader = reader;
        this.running = running;
    }

    /** Its reader may be cancelled or over at any time, or be so already. */
    void watchReader() {
        Cancellation.Registration wake = reader.cancellation().onCancel(running.recording()::wake);
        reader.onClose(() -> {
            wake.close();
            running.leave(this);
        });
    }

    /** Waits for its beginning: until then a failure has a status of its own. */
    void begin() throws LlmException, InterruptedException {
        first = running.recording().from(0, reader);
    }

    /** How many bytes its reader has taken. Any thread may ask. */
    public long position() {
        return position;
    }

    @Override
    public boolean isStream() {
        return reader.isStream();
    }

    @Override
    public byte[] next() throws LlmException, InterruptedException {
        byte[] more = first == null ? running.recording().from(position, reader) : first;
        first = null;
        position += more == null ? 0 : more.length;
        return more;
    }

    @Override
    public CallOutcome outcome() {
        return running.recording().outcome();
    }
}
