/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.coalesce;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import dev.serai.gateway.cache.joined.JoinedAnswer;
import dev.serai.gateway.cache.joined.RunningAnswer;
import dev.serai.gateway.dispatch.Audience;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.dispatch.SharedAnswer;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** A call that others can share, from when it is about to be made until its end. Thread-safe. */
final class SharedCall extends RunningAnswer {
    /** What concerns the call that meets it alone: its time, its money, its place. */
    private static final Set<ErrorClass> ITS_OWN = EnumSet.of(
            ErrorClass.CANCELLED,
            ErrorClass.INSUFFICIENT_FUNDS,
            ErrorClass.OVERLOADED,
            ErrorClass.FORBIDDEN,
            ErrorClass.NOT_FOUND,
            ErrorClass.CONFLICT);

    /** An attempt that the end of its call has stopped ends a moment before it. */
    private static final Duration NO_TIME = Duration.ofMillis(100);

    private final CoalescingKey key;
    private final SharedAnswer answer;
    private final Coalescing calls;
    private volatile boolean failedAlone;

    SharedCall(Call call, CoalescingKey key, int maxBehind, Coalescing calls) {
        super(call, maxBehind, SharedCall::tooSlow);
        this.key = key;
        this.answer = new SharedAnswer(call);
        this.calls = calls;
    }

    private static LlmException tooSlow() {
        return LlmException.of(ErrorClass.OVERLOADED)
                .code("fallen_behind")
                .detail("the client read more slowly than serai.coalescing.max-behind allows")
                .reason("The answer came faster than this client has read it. Ask again.")
                .build();
    }

    /** Its call is about to be made. */
    void begin() {
        call().part(Audience.class, () -> this);
        call().part(SharedAnswer.class, () -> answer);
        call().onClose(this::closed);
    }

    CoalescingKey key() {
        return key;
    }

    /** The answer for another call; null where it is too late for that. */
    JoinedAnswer share(Call reader) {
        JoinedAnswer joined = join(reader);
        if (joined == null || answer.join(reader, joined::position)) {
            return joined;
        }
        leave(joined);
        return null;
    }

    /** Whether its failure, once there is one, was none of those that any other call would have met as well. */
    boolean failedAlone() {
        return failedAlone;
    }

    @Override
    protected boolean mayJoin(boolean fromBeginning) {
        return fromBeginning;
    }

    @Override
    protected void ending(byte[] last, boolean stream, CallOutcome outcome) {
        answer.end(true, length() + last.length);
    }

    @Override
    protected void failing(LlmException failure) {
        boolean asked = !call().attempts().asked().isEmpty();
        boolean late =
                failure.errorClass() == ErrorClass.DEADLINE_EXCEEDED && call().remainingNanos() < NO_TIME.toNanos();
        failedAlone = !asked || late || ITS_OWN.contains(failure.errorClass());
        answer.end(false, length());
    }

    @Override
    protected void ended(boolean whole) {
        calls.remove(this);
        release();
    }

    @Override
    protected void later(Runnable work) {
        calls.later(work);
    }
}
