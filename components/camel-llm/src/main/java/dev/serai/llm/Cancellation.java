/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stops work that is under way: the HTTP request of an attempt registers its abort here, and whoever learns that the
 * answer is no longer wanted calls {@link #cancel}. Thread-safe; each action runs at most once, on the cancelling
 * thread, or at once on the registering thread where the cancellation came first.
 */
public final class Cancellation {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> actions = new ArrayList<>(2);
    private volatile LlmException reason;

    /** Cancels with the reason that interrupted work will report; only the first call has an effect. */
    public boolean cancel(LlmException why) {
        List<Runnable> todo;
        lock.lock();
        try {
            if (reason != null) {
                return false;
            }
            reason = why;
            todo = List.copyOf(actions);
            actions.clear();
        } finally {
            lock.unlock();
        }
        todo.forEach(Runnable::run);
        return true;
    }

    public boolean isCancelled() {
        return reason != null;
    }

    /** Why, or null while nothing was cancelled. */
    public LlmException reason() {
        return reason;
    }

    /** Registers what to do on cancellation; close the handle once the work has ended. */
    public Registration onCancel(Runnable action) {
        lock.lock();
        try {
            if (reason == null) {
                actions.add(action);
                return () -> remove(action);
            }
        } finally {
            lock.unlock();
        }
        action.run();
        return () -> {};
    }

    private void remove(Runnable action) {
        lock.lock();
        try {
            actions.remove(action);
        } finally {
            lock.unlock();
        }
    }

    /** A registered action; closing it more than once does nothing. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
