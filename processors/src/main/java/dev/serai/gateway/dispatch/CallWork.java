/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The thread of its own that works on a call, where there is one. Thread-safe. */
final class CallWork {
    private volatile CountDownLatch underWay = new CountDownLatch(0);

    /** Returns what that thread runs at its very end. */
    Runnable begin() {
        CountDownLatch latch = new CountDownLatch(1);
        underWay = latch;
        return latch::countDown;
    }

    void await(Duration limit) {
        try {
            underWay.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
