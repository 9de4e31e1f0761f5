/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.PreDestroy;

import org.springframework.stereotype.Component;

/** Cancels a call when its end-to-end deadline passes, wherever it is. Thread-safe. */
@Component
public final class DeadlineTimer {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("serai-deadlines").factory());

    DeadlineTimer() {
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Watches a call whose deadline is known, until it is closed. */
    public void watch(Call call) {
        Future<?> alarm = timer.schedule(
                () -> call.cancellation().cancel(Attempts.deadlinePassed()),
                call.remainingNanos(),
                TimeUnit.NANOSECONDS);
        call.onClose(() -> alarm.cancel(false));
    }

    @PreDestroy
    void stop() {
        timer.shutdownNow();
    }
}
