/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.stream.ReadyAnswer;
import dev.serai.llm.Cancellation;
import dev.serai.llm.LlmException;

/** The answer of a call at work, as another call on this instance reads it along. For one thread. */
final class JoinedAnswer implements ReadyAnswer {
    private final Call reader;
    private final RunningCall running;
    private final Cancellation.Registration wake;
    private byte[] first;
    private int position;

    /** @param running has been joined */
    JoinedAnswer(Call reader, RunningCall running) {
        this.reader = reader;
        this.running = running;
        this.wake = reader.cancellation().onCancel(running.recording()::wake);
        reader.onClose(this::leave);
    }

    private void leave() {
        wake.close();
        running.leave();
    }

    /** Waits for its beginning: until then a failure has a status of its own. */
    void begin() throws LlmException, InterruptedException {
        first = read();
    }

    @Override
    public boolean isStream() {
        return reader.isStream();
    }

    @Override
    public byte[] next() throws LlmException, InterruptedException {
        if (first != null) {
            byte[] beginning = first;
            first = null;
            return beginning;
        }
        return read();
    }

    private byte[] read() throws LlmException, InterruptedException {
        byte[] more = running.recording().from(position, reader);
        position += more == null ? 0 : more.length;
        return more;
    }

    @Override
    public CallOutcome outcome() {
        return running.recording().whole().outcome();
    }
}
