/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.joined;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.llm.LlmException;

/**
 * The bytes of an answer as it is made, for one writer and any number of readers, each from its beginning. It keeps the newest
 * of a long stream. Thread-safe.
 */
final class Recording {
    private static final byte[] NOTHING = new byte[0];
    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(2);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int max;
    private final Supplier<LlmException> lost;
    private final Readers readers;

    private byte[] bytes = NOTHING;
    private int length;
    /** How many bytes came before those that are kept. */
    private long forgotten;

    private CallOutcome outcome;
    private LlmException failure;

    /** Those that read along. */
    @FunctionalInterface
    interface Readers {
        /**
         * Whether any of them would lose bytes that is still waited for.
         *
         * @param position before which bytes are to be forgotten
         * @param waited   so long, in nanoseconds, the writer has waited since it asked last
         */
        boolean lag(long position, long waited);
    }

    /**
     * @param max     of a longer stream the beginning is forgotten; an answer that comes at once may be longer
     * @param lost    what a reader is told that wants what is forgotten
     * @param readers the writer waits for them
     */
    Recording(int max, Supplier<LlmException> lost, Readers readers) {
        this.max = max;
        this.lost = lost;
        this.readers = readers;
    }

    /** More of a stream. */
    void add(byte[] more) {
        locked(() -> {
            int excess = length + more.length - max;
            if (excess > 0) {
                int count = Math.min(length, Math.max(length / 2, excess));
                awaitReaders(forgotten + count);
                forget(count);
            }
            append(more);
        });
    }

    private void awaitReaders(long position) {
        try {
            long waited = 0;
            while (readers.lag(position, waited)) {
                long began = System.nanoTime();
                changed.awaitNanos(LOOK_EVERY);
                waited = System.nanoTime() - began;
            }
        } catch (InterruptedException e) { // whoever reads the provider's stream sees it next
            Thread.currentThread().interrupt();
        }
    }

    private void forget(int count) {
        forgotten += count;
        length -= count;
        System.arraycopy(bytes, count, bytes, 0, length);
    }

    private void append(byte[] more) {
        if (length + more.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more.length, Math.min(2 * bytes.length, max)));
        }
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    /** Whether nothing of it is forgotten: another reader can begin. */
    boolean hasBeginning() {
        lock.lock();
        try {
            return forgotten == 0;
        } finally {
            lock.unlock();
        }
    }

    /** All of the answer that ends with these bytes, or is these; null where the beginning is forgotten. */
    byte[] wholeWith(byte[] last) {
        lock.lock();
        try {
            if (forgotten > 0) {
                return null;
            }
            byte[] all = Arrays.copyOf(bytes, length + last.length);
            System.arraycopy(last, 0, all, length, last.length);
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** The answer ends with these bytes, or is these, unless it has failed. */
    void end(byte[] last, CallOutcome how) {
        locked(() -> {
            if (failure == null) {
                append(last);
                outcome = how;
            }
        });
    }

    void failed(LlmException why) {
        locked(() -> failure = why);
    }

    /** Readers look whether they are still wanted. */
    void wake() {
        locked(() -> {});
    }

    /** Null until its {@link #end}. */
    CallOutcome outcome() {
        lock.lock();
        try {
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes there have been so far. */
    long length() {
        lock.lock();
        try {
            return forgotten + length;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for bytes from that position on, as many as there are and no more than {@code most}; null at the end. */
    byte[] from(long position, int most, Call reader) throws LlmException, InterruptedException {
        lock.lock();
        try {
            while (true) {
                if (reader.cancellation().isCancelled()) {
                    throw reader.cancellation().reason();
                }
                if (position < forgotten) {
                    throw lost.get();
                }
                if (position < forgotten + length) {
                    int start = (int) (position - forgotten);
                    return Arrays.copyOfRange(bytes, start, start + Math.min(most, length - start));
                }
                if (outcome != null) {
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
