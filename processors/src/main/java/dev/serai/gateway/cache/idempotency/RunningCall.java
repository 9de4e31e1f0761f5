/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import dev.serai.gateway.cache.joined.RunningAnswer;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;

/** A call that this instance makes for an idempotency key. Thread-safe. */
final class RunningCall extends RunningAnswer {
    private final KeyedRequest request;
    private final RunningCalls calls;

    RunningCall(Call call, KeyedRequest request, int maxBytes, RunningCalls calls) {
        super(call, maxBytes, Refusals::notKept);
        this.request = request;
        this.calls = calls;
    }

    KeyedRequest request() {
        return request;
    }

    @Override
    protected void ending(byte[] last, boolean stream, CallOutcome outcome) {
        byte[] all = stream ? wholeWith(last) : last;
        calls.finish(this, all == null ? null : new KeptAnswer(stream, all, outcome));
    }

    @Override
    protected void ended(boolean whole) {
        if (!whole) {
            calls.free(this);
        }
        calls.remove(this);
        release();
    }

    @Override
    protected boolean isAwaitedElsewhere() {
        return calls.isAwaitedElsewhere(this);
    }

    @Override
    protected void later(Runnable work) {
        calls.later(work);
    }
}
