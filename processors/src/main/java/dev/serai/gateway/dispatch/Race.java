/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import dev.serai.llm.Cancellation;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * Lanes of one call that look for an answer side by side. The first attempt with a valid answer (of a stream: with its first
 * content) wins, and the others' HTTP requests are aborted, so that the multicast around the lanes ends at once although it
 * waits for all of them. In a closed race no lane begins, retries or goes on to another deployment; attempts under way may
 * still win. Thread-safe.
 */
public final class Race {
    private static final String LOST = "lost_race";

    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<Attempt, Cancellation> attempts = new LinkedHashMap<>();
    private final Cancellation whileOpen = new Cancellation();
    private final Cancellation call;
    private volatile long lastBegan = System.nanoTime();
    private int lanes;
    private volatile Attempt winner;

    /** @param lanes that begin now */
    Race(Call call, int lanes) {
        this.call = call.cancellation();
        this.lanes = lanes;
        this.call.onCancel(this::cancelled);
    }

    /** What an attempt failed for that another one was quicker, or better, than. */
    static LlmException lost() {
        return LlmException.of(ErrorClass.CANCELLED)
                .code(LOST)
                .detail("another attempt of the call answers it")
                .build();
    }

    static boolean isLost(LlmException failure) {
        return failure != null && LOST.equals(failure.code());
    }

    /** One more lane begins; false where the race is closed. */
    boolean join() {
        lock.lock();
        try {
            boolean open = isOpen();
            lanes += open ? 1 : 0;
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** A lane ends without an answer; with the last of them the race is closed. */
    void leave() {
        lock.lock();
        try {
            lanes--;
            if (lanes <= 0) {
                shut();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What one lane was told holds for all deployments. */
    void close() {
        shut();
    }

    /** Whether an attempt has won. */
    boolean isWon() {
        return winner != null;
    }

    boolean isOpen() {
        return closed.getCount() > 0;
    }

    /** Is cancelled when the race is closed. */
    Cancellation whileOpen() {
        return whileOpen;
    }

    private void shut() {
        closed.countDown();
        whileOpen.cancel(call.isCancelled() ? call.reason() : lost());
    }

    /** Waits until the race is closed, for no longer than that; true where it is. */
    boolean awaitClosed(Duration limit) throws InterruptedException {
        return closed.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** An attempt begins: what aborts it. */
    Cancellation enter(Attempt attempt) {
        Cancellation own = new Cancellation();
        lock.lock();
        try {
            lastBegan = System.nanoTime();
            attempts.put(attempt, own);
        } finally {
            lock.unlock();
        }
        if (call.isCancelled()) {
            own.cancel(call.reason());
        } else if (winner != null) {
            own.cancel(lost());
        }
        return own;
    }

    /** How long the newest attempt has been under way. */
    Duration sinceLastBegan() {
        return Duration.ofNanos(System.nanoTime() - lastBegan);
    }

    /** An attempt has a valid answer: true where it is the first, and all others are aborted then. */
    boolean win(Attempt attempt) {
        List<Cancellation> losers = new ArrayList<>();
        lock.lock();
        try {
            if (winner != null) {
                return false;
            }
            winner = attempt;
            shut();
            attempts.forEach((other, cancellation) -> {
                if (other != attempt) {
                    losers.add(cancellation);
                }
            });
        } finally {
            lock.unlock();
        }
        LlmException why = lost();
        losers.forEach(loser -> loser.cancel(why));
        return true;
    }

    /** The call is over: its winner's stream too. */
    private void cancelled() {
        shut();
        List<Cancellation> all;
        lock.lock();
        try {
            all = List.copyOf(attempts.values());
        } finally {
            lock.unlock();
        }
        all.forEach(attempt -> attempt.cancel(call.reason()));
    }
}
