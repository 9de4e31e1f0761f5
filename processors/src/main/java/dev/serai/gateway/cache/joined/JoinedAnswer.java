/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.joined;

import java.util.concurrent.TimeUnit;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.stream.ReadyAnswer;
import dev.serai.llm.Cancellation;
import dev.serai.llm.LlmException;

/** The answer of a call at work, as another call on this instance reads it along. For one thread, but for {@link #position}. */
public final class JoinedAnswer implements ReadyAnswer {
    private static final int PIECE = 16 * 1024;

    private final Call reader;
    private final RunningAnswer running;
    private byte[] first;
    /** So long, in nanoseconds, the answer still waits for it; the writer's alone. */
    private long patience = TimeUnit.SECONDS.toNanos(1);

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
        first = more(0);
    }

    /** A stream in pieces, of which its client may leave some lying; any other answer at once. */
    private byte[] more(long from) throws LlmException, InterruptedException {
        return running.recording().from(from, isStream() ? PIECE : Integer.MAX_VALUE, reader);
    }

    /** How many bytes its reader has taken. Any thread may ask. */
    public long position() {
        return position;
    }

    /** Whether it has not come as far as that, and is waited for: a second in all, so that it holds nobody up for longer. */
    boolean lags(long there, long waited) {
        if (position >= there) {
            return false;
        }
        patience -= waited;
        return patience > 0;
    }

    @Override
    public boolean isStream() {
        return reader.isStream();
    }

    @Override
    public byte[] next() throws LlmException, InterruptedException {
        byte[] more = first == null ? more(position) : first;
        first = null;
        position += more == null ? 0 : more.length;
        return more;
    }

    @Override
    public CallOutcome outcome() {
        return running.recording().outcome();
    }
}
