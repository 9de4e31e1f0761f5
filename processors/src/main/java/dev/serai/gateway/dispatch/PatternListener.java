/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

/** Hears what patterns do besides asking for the answer. Must not block. */
public interface PatternListener {
    /** What came of a hedge that was due. */
    enum Hedge {
        STARTED,
        /** The share of calls that may hedge is used up. */
        NO_BUDGET,
        /** No other deployment has a closed breaker and a connection free. */
        NO_CAPACITY
    }

    void hedgeDue(Call call, Hedge result);

    /** A copy of the call was not sent, because enough are under way or its deployment has no capacity to spare. */
    void shadowDropped(Call call, String deployment);

    /** A judge has scored an answer of that model, from 0 to 10. */
    void judged(Call call, String model, int score);

    /** An answer that was to be judged before its client got it is about to be delivered. */
    void concluded(Call call, Judgement.Confidence confidence);

    /** An answer was not scored, because enough are, no judge has capacity to spare, or it is too long to be kept. */
    void judgeDropped(Call call);
}
