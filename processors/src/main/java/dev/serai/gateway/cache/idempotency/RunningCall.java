/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import dev.serai.gateway.dispatch.Audience;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.llm.LlmException;

/**
 * A call that this instance makes for an idempotency key: what there is of its answer, and who else on this instance waits
 * for it. Thread-safe.
 */
final class RunningCall implements Audience {
    private final Call call;
    private final KeyedRequest request;
    private final Recording recording;
    private final RunningCalls calls;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch released = new CountDownLatch(1);
    private int joined;
    private boolean ended;
    /** Nobody waits for it any more: it is being cancelled. */
    private boolean abandoned;
    /** Null while its own client waits. */
    private LlmException clientGone;

    RunningCall(Call call, KeyedRequest request, int maxBytes, RunningCalls calls) {
        this.call = call;
        this.request = request;
        this.recording = new Recording(maxBytes);
        this.calls = calls;
    }

    Call call() {
        return call;
    }

    KeyedRequest request() {
        return request;
    }

    Recording recording() {
        return recording;
    }

    /** Another call wants the answer too. False where there will be none: its key is free once {@link #awaitRelease} returns. */
    boolean join() {
        lock.lock();
        try {
            boolean possible = !abandoned && !(ended && recording.whole() == null);
            joined += possible ? 1 : 0;
            return possible;
        } finally {
            lock.unlock();
        }
    }

    /** A call that had joined has ended, whether it got the answer or not. */
    void leave() {
        lock.lock();
        try {
            joined--;
            if (joined > 0 || clientGone == null || ended) {
                return;
            }
        } finally {
            lock.unlock();
        }
        calls.later(this::reconsider);
    }

    /** Waits until the database knows of the end, for no longer than that. */
    void awaitRelease(long nanos) throws InterruptedException {
        released.await(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void next(byte[] bytes) {
        recording.add(bytes);
    }

    @Override
    public void whole(byte[] last, boolean stream, CallOutcome outcome) {
        KeptAnswer answer = recording.wholeWith(last, stream, outcome);
        calls.finish(this, answer);
        recording.publish(answer);
        end();
        calls.remove(this);
        released.countDown();
    }

    @Override
    public void failed(LlmException failure) {
        if (end()) {
            recording.failed(failure);
            calls.later(() -> {
                calls.free(this);
                calls.remove(this);
                released.countDown();
            });
        }
    }

    /** The exchange of its client is over. */
    void closed() {
        failed(Refusals.abandoned());
    }

    /** False where it had ended before. */
    private boolean end() {
        lock.lock();
        try {
            boolean first = !ended;
            ended = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean remains(LlmException gone) {
        lock.lock();
        try {
            if (abandoned || clientGone != null) {
                return !abandoned;
            }
            clientGone = gone;
        } finally {
            lock.unlock();
        }
        calls.later(this::reconsider);
        return true;
    }

    /** Cancels the call where its client has left and nobody waits, here or elsewhere. */
    void reconsider() {
        LlmException gone;
        lock.lock();
        try {
            if (clientGone == null || ended || joined > 0) {
                return;
            }
            gone = clientGone;
        } finally {
            lock.unlock();
        }
        if (!calls.isAwaitedElsewhere(this) && abandon()) {
            call.cancellation().cancel(gone);
        }
    }

    private boolean abandon() {
        lock.lock();
        try {
            abandoned = joined == 0 && !ended;
            return abandoned;
        } finally {
            lock.unlock();
        }
    }
}
