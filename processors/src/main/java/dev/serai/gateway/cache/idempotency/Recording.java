/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.llm.LlmException;

/** The bytes of an answer as it is made, for one writer and any number of readers, each from its beginning. Thread-safe. */
final class Recording {
    private static final byte[] NOTHING = new byte[0];

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int max;
    private byte[] bytes = NOTHING;
    private int length;
    private boolean tooLong;
    private KeptAnswer whole;
    private LlmException failure;

    /** @param max a longer stream is forgotten, and its readers fail; an answer that comes at once may be longer */
    Recording(int max) {
        this.max = max;
    }

    /** More of a stream. */
    void add(byte[] more) {
        locked(() -> append(more));
    }

    private void append(byte[] more) {
        tooLong |= length + more.length > max;
        if (tooLong) {
            bytes = NOTHING;
            length = 0;
            return;
        }
        if (length + more.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more.length, 2 * bytes.length));
        }
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    /** The answer that ends with these bytes, or is these; null where it is too long. Readers know with {@link #publish}. */
    KeptAnswer wholeWith(byte[] last, boolean stream, CallOutcome outcome) {
        lock.lock();
        try {
            if (!stream) {
                return new KeptAnswer(false, last, outcome);
            }
            if (tooLong || length + last.length > max) {
                return null;
            }
            byte[] all = Arrays.copyOf(bytes, length + last.length);
            System.arraycopy(last, 0, all, length, last.length);
            return new KeptAnswer(true, all, outcome);
        } finally {
            lock.unlock();
        }
    }

    /** @param answer null where it has become too long */
    void publish(KeptAnswer answer) {
        locked(() -> {
            whole = answer;
            tooLong |= answer == null;
            bytes = NOTHING;
            length = 0;
        });
    }

    void failed(LlmException why) {
        locked(() -> failure = why);
    }

    /** Readers look whether they are still wanted. */
    void wake() {
        locked(() -> {});
    }

    /** Null until it is {@link #publish published}. */
    KeptAnswer whole() {
        lock.lock();
        try {
            return whole;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for bytes from that position on, as many as there are; null at the end. */
    byte[] from(int position, Call reader) throws LlmException, InterruptedException {
        lock.lock();
        try {
            while (true) {
                byte[] all = whole == null ? bytes : whole.bytes();
                int end = whole == null ? length : all.length;
                refuse(reader);
                if (position < end) {
                    return Arrays.copyOfRange(all, position, end);
                }
                if (whole != null) {
                    return null;
                }
                if (failure != null) {
                    throw failure;
                }
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void refuse(Call reader) throws LlmException {
        if (reader.cancellation().isCancelled()) {
            throw reader.cancellation().reason();
        }
        if (tooLong && failure == null) {
            throw Refusals.notKept();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
