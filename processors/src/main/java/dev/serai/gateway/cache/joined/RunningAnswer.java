/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.joined;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import dev.serai.gateway.dispatch.Audience;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * A call of this instance whose answer others want too: what there is of it, and who waits for it. The call goes on as long as
 * somebody does. Thread-safe.
 */
public abstract class RunningAnswer implements Audience {
    private final Call call;
    private final Recording recording;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch released = new CountDownLatch(1);
    /** Changed under the lock, and read by the recording without it. */
    private final List<JoinedAnswer> joined = new CopyOnWriteArrayList<>();

    private boolean ended;
    /** All of it has been made: who leaves now has it, and ends nothing. */
    private boolean answered;
    /** Nobody waits for it any more: it is being cancelled. */
    private boolean abandoned;
    /** Null while its own client waits. */
    private LlmException clientGone;

    /**
     * @param maxBytes of a longer stream the beginning is forgotten
     * @param lost     what a reader is told that wants what is forgotten
     */
    protected RunningAnswer(Call call, int maxBytes, Supplier<LlmException> lost) {
        this.call = call;
        this.recording = new Recording(maxBytes, lost, this::lag);
    }

    /** The call that the answer is made for. */
    public final Call call() {
        return call;
    }

    final Recording recording() {
        return recording;
    }

    /**
     * Another call wants the answer too. Null where there will be none that it could read: what comes next is known once
     * {@link #awaitRelease} returns.
     */
    public final JoinedAnswer join(Call reader) {
        JoinedAnswer answer = new JoinedAnswer(reader, this);
        lock.lock();
        try {
            if (abandoned || ended && recording.outcome() == null || !mayJoin(recording.hasBeginning())) {
                return null;
            }
            joined.add(answer);
        } finally {
            lock.unlock();
        }
        answer.watchReader();
        return answer;
    }

    /** Waits for the beginning of the answer that was joined: until then a failure has a status of its own. */
    public final void awaitBeginning(JoinedAnswer answer) throws LlmException, InterruptedException {
        answer.begin();
    }

    /** A call that had joined wants it no more, whether it got the answer or not. */
    public final void leave(JoinedAnswer answer) {
        lock.lock();
        try {
            if (!joined.remove(answer) || !joined.isEmpty() || clientGone == null || isOver()) {
                return;
            }
        } finally {
            lock.unlock();
        }
        later(this::reconsider);
    }

    private boolean lag(long position, long waited) {
        boolean lag = false;
        for (JoinedAnswer answer : joined) {
            lag |= answer.lags(position, waited);
        }
        return lag;
    }

    @Override
    public final boolean isShared() {
        return !joined.isEmpty();
    }

    /** Waits until {@link #release}, for no longer than that. */
    public final void awaitRelease(long nanos) throws InterruptedException {
        released.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** The end is known wherever it has to be. */
    protected final void release() {
        released.countDown();
    }

    @Override
    public final void next(byte[] bytes) {
        recording.add(bytes);
    }

    @Override
    public final void whole(byte[] last, boolean stream, CallOutcome outcome) {
        ending(last, stream, outcome);
        lock.lock();
        try {
            answered = true;
        } finally {
            lock.unlock();
        }
        recording.end(last, outcome);
        end();
        ended(true);
    }

    @Override
    public final void failed(LlmException failure) {
        if (end()) {
            failing(failure);
            recording.failed(failure);
            later(() -> ended(false));
        }
    }

    /** The exchange of its client is over. */
    public final void closed() {
        failed(LlmException.of(ErrorClass.CANCELLED)
                .detail("the call ended without an answer")
                .build());
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
    public final boolean remains(LlmException gone) {
        lock.lock();
        try {
            if (abandoned || clientGone != null) {
                return !abandoned;
            }
            clientGone = gone;
        } finally {
            lock.unlock();
        }
        later(this::reconsider);
        return true;
    }

    /** Cancels the call where its client has left and nobody waits. */
    public final void reconsider() {
        LlmException gone;
        lock.lock();
        try {
            if (clientGone == null || isOver() || !joined.isEmpty()) {
                return;
            }
            gone = clientGone;
        } finally {
            lock.unlock();
        }
        if (!isAwaitedElsewhere() && abandon()) {
            call.cancellation().cancel(gone);
        }
    }

    private boolean isOver() {
        return ended || answered;
    }

    private boolean abandon() {
        lock.lock();
        try {
            abandoned = joined.isEmpty() && !isOver();
            return abandoned;
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes of the answer there have been. */
    protected final long length() {
        return recording.length();
    }

    /** @param fromBeginning whether a reader can still have all of it */
    protected boolean mayJoin(boolean fromBeginning) {
        return true;
    }

    /** Whether somebody waits whom this instance does not know. */
    protected boolean isAwaitedElsewhere() {
        return false;
    }

    /** Runs it on a thread of its own: those who come here must not wait. */
    protected abstract void later(Runnable work);

    /** All of the answer that ends with these bytes; null where it is longer than what is remembered. */
    protected final byte[] wholeWith(byte[] last) {
        return recording.wholeWith(last);
    }

    /** The answer is whole with these last bytes, or is these, and nobody knows yet. */
    protected abstract void ending(byte[] last, boolean stream, CallOutcome outcome);

    /** There will be no whole answer, and nobody who reads along knows yet. Must not block. */
    protected void failing(LlmException failure) {}

    /** Its readers know the end, and nobody else joins. */
    protected abstract void ended(boolean whole);
}
