/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import dev.serai.llm.LlmException;

/**
 * Others than a call's client who may want its answer, and so see it before the client does: a part of the call, by this
 * class. The thread that works on the call uses it, but for {@link #failed}, {@link #remains} and {@link #isShared},
 * which any thread may.
 */
public interface Audience {
    /** Of a call that nobody else has an interest in. */
    Audience NONE = new Audience() {
        @Override
        public void next(byte[] bytes) {}

        @Override
        public void whole(byte[] last, boolean streamed, CallOutcome outcome) {}

        @Override
        public void failed(LlmException failure) {}

        @Override
        public boolean remains(LlmException gone) {
            return false;
        }

        @Override
        public boolean isShared() {
            return false;
        }
    };

    /** What goes to the client of a stream next. */
    void next(byte[] bytes);

    /** The answer is whole with these last bytes, or is these, which go to the client when this returns. */
    void whole(byte[] last, boolean streamed, CallOutcome outcome);

    /** There will be no whole answer. Must not block. */
    void failed(LlmException failure);

    /**
     * The client has left, or is seen to have left before. True where others may want the answer all the same: then it is for
     * the audience to cancel the call with {@code gone} when nobody does. Must not block.
     */
    boolean remains(LlmException gone);

    /** Whether others have the answer as it comes: the call's own client must not hold them up. */
    boolean isShared();

    static Audience of(Call call) {
        Audience audience = call.part(Audience.class);
        return audience == null ? NONE : audience;
    }

    /** A call's client has left: cancels the call and returns false, or returns true where it goes on for others. */
    static boolean clientLeft(Call call, LlmException gone) {
        boolean remains = of(call).remains(gone);
        if (!remains) {
            call.cancellation().cancel(gone);
        }
        return remains;
    }
}
