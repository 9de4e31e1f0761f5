/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.http;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.serai.llm.CallSettings;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;

/**
 * Enforces the time limits of one attempt. Progress costs one volatile write; the timer looks only when a limit could
 * have passed. Thread-safe; the expiry action runs at most once, on the timer thread, and must not block.
 */
final class Watchdog {
    private final ScheduledExecutorService timer;
    private final Consumer<LlmException> onExpired;
    private final long started = System.nanoTime();
    private final long attemptNanos;
    private final long idleNanos;
    private volatile long phaseNanos;
    private volatile long phaseStarted = started;
    private volatile boolean paused;
    private volatile boolean stopped;
    /** The one entry in the timer; guarded by this. */
    private Future<?> next;

    /** The request's limits where it has any, else the endpoint's; only a stream has a first token. */
    static Watchdog start(
            ScheduledExecutorService timer,
            CallSettings.Limits endpoint,
            LlmRequest request,
            Consumer<LlmException> onExpired) {
        LlmRequest.Limits limits = request.limits();
        Duration firstToken = limits.firstToken() == null ? endpoint.firstToken() : limits.firstToken();
        Duration attempt = limits.attempt() == null ? endpoint.attempt() : limits.attempt();
        Long remaining = limits.remainingNanos();
        return new Watchdog(
                timer,
                request.stream() ? firstToken : null,
                limits.idle() == null ? endpoint.idle() : limits.idle(),
                remaining == null ? attempt.toNanos() : Math.min(attempt.toNanos(), remaining),
                onExpired);
    }

    private Watchdog(
            ScheduledExecutorService timer,
            Duration firstToken,
            Duration idle,
            long attemptNanos,
            Consumer<LlmException> onExpired) {
        this.timer = timer;
        this.onExpired = onExpired;
        this.attemptNanos = attemptNanos;
        this.idleNanos = idle.toNanos();
        this.phaseNanos = firstToken == null ? Long.MAX_VALUE : firstToken.toNanos();
        schedule(nanosLeft(started));
    }

    /** The reader is busy elsewhere (with a slow client, say): the provider is not to blame for what follows. */
    void pause() {
        if (!paused && phaseStarted == started) {
            // the first token came: look again no later than the idle limit, which may be the shorter one
            schedule(idleNanos);
        }
        paused = true;
    }

    boolean isPaused() {
        return paused;
    }

    /** The reader waits for the provider again: the idle limit holds. */
    void resume() {
        phaseStarted = System.nanoTime();
        phaseNanos = idleNanos;
        paused = false;
    }

    /** Replaces the running phase by one of this length. */
    void restart(Duration limit) {
        phaseStarted = System.nanoTime();
        phaseNanos = limit.toNanos();
        paused = false;
        schedule(phaseNanos);
    }

    synchronized void stop() {
        stopped = true;
        if (next != null) {
            next.cancel(false);
        }
    }

    private long nanosLeft(long now) {
        // while paused this is only when to look again: after a pause of any length the idle limit is met exactly
        long phase = paused ? idleNanos : phaseNanos - (now - phaseStarted);
        return Math.min(attemptNanos - (now - started), phase);
    }

    private void check() {
        if (stopped) {
            return;
        }
        long now = System.nanoTime();
        long left = nanosLeft(now);
        if (left > 0) {
            schedule(left);
            return;
        }
        stopped = true;
        String limit =
                attemptNanos - (now - started) <= 0 ? "attempt" : phaseStarted == started ? "first_token" : "idle";
        onExpired.accept(LlmException.of(ErrorClass.DEADLINE_EXCEEDED)
                .code(limit + "_timeout")
                .detail(limit + " limit passed")
                .reason("The model did not answer in time.")
                .build());
    }

    /** Replaces the entry in the timer, so that none is left behind by an attempt that has ended. */
    private synchronized void schedule(long nanos) {
        if (stopped) {
            return;
        }
        if (next != null) {
            next.cancel(false);
        }
        try {
            next = timer.schedule(this::check, Math.max(nanos, 1), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // the component is stopping: its pools close the connection
            stopped = true;
        }
    }
}
