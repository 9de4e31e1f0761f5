/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.deployment.DropReason;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * The attempt ledger of one call: every attempt and every candidate that was dropped. It alone enforces the cap on
 * attempts and the deadline, whatever the task's route does. Thread-safe: parallel branches share it.
 */
public final class Attempts {
    /** The code of a failure that only the cap stands behind. */
    static final String USED_UP = "attempts_used_up";

    private final Call call;
    /** Of the call that this one is made for: what it records, this records. Null for a caller's call. */
    private final Attempts main;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Attempt> all = new CopyOnWriteArrayList<>();
    private final List<Dropped> dropped = new CopyOnWriteArrayList<>();
    private final List<Dropped> aside = new CopyOnWriteArrayList<>();

    Attempts(Call call, Attempts main) {
        this.call = call;
        this.main = main;
    }

    /**
     * A candidate that was not asked.
     *
     * @param reason a word of {@link dev.serai.gateway.deployment.DropReason}
     * @param detail what exactly did not fit, or null
     * @param role   what it was a candidate for, where that was not the call's answer; else null
     */
    public record Dropped(
            String deployment,
            String reason,
            String detail,
            @JsonInclude(JsonInclude.Include.NON_NULL) String role) {

        /** A candidate for the call's answer. */
        public Dropped(String deployment, String reason, String detail) {
            this(deployment, reason, detail, null);
        }
    }

    /**
     * Begins an attempt. A shadow has no part in the cap, and may outlive a call that was cancelled.
     *
     * @throws LlmException where the call was cancelled, its deadline has passed or its attempts are used up
     */
    Attempt open(String deployment, Attempt.Role role) throws LlmException {
        lock.lock();
        try {
            if (role == Attempt.Role.SHADOW) {
                refuseLate();
            } else {
                refuseFurther();
            }
            Attempt attempt = new Attempt(deployment, role, call.elapsedNanos() / 1_000_000);
            all.add(attempt);
            if (main != null) {
                main.all.add(attempt);
            }
            return attempt;
        } finally {
            lock.unlock();
        }
    }

    /** Takes an attempt back that never left the gateway (an open breaker). */
    public void withdraw(Attempt attempt) {
        all.remove(attempt);
        if (main != null) {
            main.all.remove(attempt);
        }
    }

    public void drop(String deployment, String reason, String detail) {
        Dropped entry = new Dropped(deployment, reason, detail);
        if (!dropped.contains(entry)) {
            dropped.add(entry);
            if (main != null) {
                main.dropAside(Aside.of(call).role(), entry);
            }
        }
    }

    /** A deployment that was passed over because it was full is asked after all. */
    void reconsider(String deployment) {
        Predicate<Dropped> full =
                entry -> entry.deployment().equals(deployment) && entry.reason().equals(DropReason.OVERLOADED.code());
        dropped.removeIf(full);
        if (main != null) {
            main.aside.removeIf(full);
        }
    }

    /** A shadow that got no copy: it has no part in what the caller is told. */
    public void dropShadow(String deployment, String reason, String detail) {
        dropAside(Attempt.Role.SHADOW, new Dropped(deployment, reason, detail));
    }

    private void dropAside(Attempt.Role role, Dropped entry) {
        aside.add(new Dropped(entry.deployment(), entry.reason(), entry.detail(), role.code()));
    }

    /** Whether the cap and the deadline leave room for one more attempt, after a wait of that many nanoseconds. */
    public boolean hasRoom(long waitNanos) {
        return !call.cancellation().isCancelled() && room() > 0 && call.remainingNanos() > waitNanos;
    }

    /** How many attempts the cap leaves. */
    int room() {
        return call.task().contract().maxAttempts() - asked().size();
    }

    /** Whether another deployment may be asked after this failure, by its class, the task, the cap and the deadline. */
    public boolean mayHop(LlmException failure) {
        return hasRoom(0)
                && switch (failure.errorClass().hop()) {
                    case ALWAYS, LARGER_WINDOW -> true;
                    case IF_TASK_ALLOWS -> call.task().contract().hopOnPolicyRejection();
                    case NEVER -> false;
                };
    }

    /** Whether a deployment has failed in this call in a way that says nothing of its next try, and was asked only once. */
    public boolean mayRetry(String deployment) {
        Attempt only = null;
        for (Attempt attempt : asked()) {
            if (attempt.deployment().equals(deployment)) {
                if (only != null) {
                    return false;
                }
                only = attempt;
            }
        }
        LlmException failure = only == null ? null : only.failure();
        return failure != null && failure.retryable() && failure.retryAfter().isEmpty();
    }

    /** Whether a deployment was asked in races alone, and others were quicker: nothing is known against its next answer. */
    boolean onlyLost(String deployment) {
        List<Attempt> own = asked().stream()
                .filter(attempt -> attempt.deployment().equals(deployment))
                .toList();
        return !own.isEmpty() && own.stream().allMatch(Attempt::lost);
    }

    /** What has been streamed of answers that then broke is not part of the caller's answer. */
    public void discardBroken() {
        for (Attempt attempt : asked()) {
            LlmException failure = attempt.failure();
            boolean broken = failure != null && failure.errorClass() != ErrorClass.CANCELLED;
            if (broken && attempt.firstTokenMillis() != null) {
                attempt.discard();
            }
        }
    }

    /** How often a deployment has been asked. */
    public int count(String deployment) {
        int count = 0;
        for (Attempt attempt : asked()) {
            if (attempt.deployment().equals(deployment)) {
                count++;
            }
        }
        return count;
    }

    /** Every attempt, shadows and those of calls made for this one too, in the order of their beginning. */
    public List<Attempt> all() {
        return all;
    }

    /** The attempts that were to answer the call. */
    public List<Attempt> asked() {
        return all.stream()
                .filter(attempt -> main != null || attempt.role().answers())
                .toList();
    }

    /** The attempt that the caller's answer is of, or would be: the newest that neither failed nor lost; null without one. */
    public Attempt answering() {
        Attempt answering = null;
        for (Attempt attempt : asked()) {
            answering = attempt.failure() == null ? attempt : answering;
        }
        return answering;
    }

    /** Those that were not to answer the call, for a reason. */
    public List<Dropped> dropped() {
        return dropped;
    }

    /** The same with the shadows that got no copy, and those that calls made for this one did not ask. */
    public List<Dropped> notAsked() {
        return Stream.concat(dropped.stream(), aside.stream()).toList();
    }

    /** The newest attempt that was to answer the call, or null. */
    public Attempt last() {
        List<Attempt> snapshot = asked();
        return snapshot.isEmpty() ? null : snapshot.get(snapshot.size() - 1);
    }

    private void refuseFurther() throws LlmException {
        if (call.cancellation().isCancelled()) {
            throw call.cancellation().reason();
        }
        refuseLate();
        if (room() <= 0) {
            Attempt last = last();
            throw last != null && last.failure() != null && !last.lost()
                    ? last.failure()
                    : LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                            .code(USED_UP)
                            .detail("maxAttempts is used up")
                            .build();
        }
    }

    private void refuseLate() throws LlmException {
        if (call.remainingNanos() == 0) {
            throw deadlinePassed();
        }
    }

    /** The failure of a call whose end-to-end deadline has passed. */
    public static LlmException deadlinePassed() {
        return LlmException.of(ErrorClass.DEADLINE_EXCEEDED)
                .code("call_timeout")
                .detail("the call's deadline passed")
                .reason("The call's deadline passed before an answer was complete.")
                .build();
    }
}
