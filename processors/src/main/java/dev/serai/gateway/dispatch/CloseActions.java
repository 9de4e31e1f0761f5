/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** What runs when a call is closed, each once. Thread-safe. */
final class CloseActions {
    private final Queue<Runnable> actions = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** At once where it is closed already. */
    void add(Runnable action) {
        actions.add(action);
        if (closed.get() && actions.remove(action)) {
            action.run();
        }
    }

    /** True the first time only. */
    boolean close() {
        return closed.compareAndSet(false, true);
    }

    void run() {
        for (Runnable action = actions.poll(); action != null; action = actions.poll()) {
            action.run();
        }
    }
}
