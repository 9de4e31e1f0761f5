/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Locale;

/** What became of a call that came with an idempotency key: a part of the call. Thread-safe. */
public final class Repeat {
    /** Where its answer is from. */
    public enum Answer {
        /** It was the first with its key, and made the answer. */
        MADE,
        /** The answer stood already. */
        REPLAYED,
        /** The answer was being made for another call. */
        JOINED;

        /** As records and metrics have it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record State(Answer answer, String original) {}

    private volatile State state = new State(null, null);

    /** That of the call, made at its first use. */
    public static Repeat begin(Call call) {
        return call.part(Repeat.class, Repeat::new);
    }

    /** Null for a call without a key. */
    public static Repeat of(Call call) {
        return call.part(Repeat.class);
    }

    /** Whether the call is given the answer of another. */
    public static boolean isGiven(Call call) {
        Repeat repeat = of(call);
        return repeat != null && repeat.answer() != null && repeat.answer() != Answer.MADE;
    }

    /** @param requestId of the call whose answer it is; null for its own */
    public void is(Answer answer, String requestId) {
        state = new State(answer, requestId);
    }

    /** Null for a call that was refused. */
    public Answer answer() {
        return state.answer();
    }

    /** The request id of the call whose answer it is; null for its own. */
    public String original() {
        return state.original();
    }
}
