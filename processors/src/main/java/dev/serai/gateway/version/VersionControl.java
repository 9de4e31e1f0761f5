/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.springframework.stereotype.Component;

import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.version.VersionEvent.Action;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * Changes what serves, for the whole fleet: each change is one transaction with its line in the history, so it is there as a
 * whole or not at all, and of two that are made at once on the same ground one is refused as a {@code conflict}. Thread-safe,
 * also between instances. Where the database fails while it commits, the change may stand: look before doing it again.
 */
@Component
public final class VersionControl {
    private final Transactions transactions;
    private final VersionStore store;
    private final StateTable states;
    private final EventTable events;
    private final CountTable counts;
    private final List<Consumer<TaskState>> listeners = new CopyOnWriteArrayList<>();

    VersionControl(
            Transactions transactions, VersionStore store, StateTable states, EventTable events, CountTable counts) {
        this.transactions = transactions;
        this.store = store;
        this.states = states;
        this.events = events;
        this.counts = counts;
    }

    /** A state to come, and what the history says of it. */
    private record Step(TaskState next, Action action, Integer from, Integer to) {}

    @FunctionalInterface
    private interface Plan {
        Step from(TaskState state, Instant now) throws LlmException;
    }

    /** Hears of each change that this instance has made, after its commit, on the thread that made it. */
    public void onChange(Consumer<TaskState> listener) {
        listeners.add(listener);
    }

    /** Of all tasks that have a version. */
    public List<TaskState> states() {
        return states.all();
    }

    public TaskState state(String task) throws LlmException {
        return states.find(task).orElseThrow(() -> unknown(task));
    }

    /** The latest first. */
    public List<VersionEvent> history(String task, int limit) {
        return events.latest(task, limit);
    }

    /** The revision with which a version came into use the last time; 0 where it never did. */
    public long lastUse(String task, int sequence) {
        return events.lastUses(task).getOrDefault(sequence, 0L);
    }

    /**
     * Records the texts and, where they are new or nothing of the task serves yet, promotes them, as one change. Known texts
     * change nothing.
     */
    public VersionStore.Recorded publish(Draft draft, Safety safety, Deed deed) throws LlmException {
        return keep(draft, safety, deed, true);
    }

    /** Records the texts; they are promoted only where nothing of the task serves yet. */
    public VersionStore.Recorded record(Draft draft, Deed deed) throws LlmException {
        return keep(draft, Safety.NONE, deed, false);
    }

    private VersionStore.Recorded keep(Draft draft, Safety safety, Deed deed, boolean promotes) throws LlmException {
        TaskState[] changed = new TaskState[1];
        VersionStore.Recorded recorded = transactions.run(() -> {
            states.ensure(draft.task());
            states.lock(draft.task());
            VersionStore.Recorded result = store.record(draft, deed);
            if (promotes && result.isNew() || state(draft.task()).active() == null) {
                Target target = new Target(draft.task(), result.version().sequence(), null);
                changed[0] = change(target.task(), null, deed, promotion(target, safety));
            }
            return result;
        });
        if (changed[0] != null) {
            tell(changed[0]);
        }
        return recorded;
    }

    /** Gives the version to all callers; a rollout ends with it. */
    public TaskState promote(Target target, Safety safety, Deed deed) throws LlmException {
        return apply(target.task(), target.revision(), deed, promotion(target, safety));
    }

    private Plan promotion(Target target, Safety safety) {
        return (state, now) -> {
            store.find(target.task(), target.sequence());
            if (state.active() != null && state.active() == target.sequence()) {
                throw conflict("Version " + target.sequence() + " serves already"
                        + (state.rollout() == null ? "." : ": to give it to all callers, end the rollout."));
            }
            return new Step(
                    state.promoted(target.sequence(), safety, now), Action.PROMOTE, state.active(), target.sequence());
        };
    }

    /** Gives all callers that version, which has served before; nothing watches it. */
    public TaskState rollBack(Target target, Deed deed) throws LlmException {
        return apply(target.task(), target.revision(), deed, (state, now) -> {
            store.find(target.task(), target.sequence());
            return back(state, target.sequence(), now);
        });
    }

    /**
     * Undoes the latest step: ends a rollout, or gives all callers the version that served before the active one.
     *
     * @param revision as {@link Target} has it
     */
    public TaskState rollBack(String task, Long revision, Deed deed) throws LlmException {
        return apply(task, revision, deed, (state, now) -> back(state, previous(state), now));
    }

    /** The version that a roll back without a name would give to all callers. */
    public int previous(TaskState state) throws LlmException {
        if (state.active() == null || state.rollout() != null) {
            return state.rollout() == null ? 0 : state.active();
        }
        int before = events.before(state.task(), state.active())
                .orElseThrow(() -> conflict(
                        "No version served before version " + state.active() + ": name the one to roll back to."));
        store.find(state.task(), before);
        return before;
    }

    private Step back(TaskState state, int sequence, Instant now) throws LlmException {
        if (state.active() == null) {
            throw conflict("No version of the task '" + state.task() + "' serves: there is nothing to roll back.");
        }
        if (state.active() == sequence && state.rollout() == null) {
            throw conflict("Version " + sequence + " serves already.");
        }
        Integer from =
                state.active() == sequence ? Integer.valueOf(state.rollout().candidate()) : state.active();
        return new Step(state.rolledBack(sequence, now), Action.ROLLBACK, from, sequence);
    }

    /** Gives the version to a share of the callers, or changes the share. */
    public TaskState rollOut(Target target, double percent, Safety safety, Deed deed) throws LlmException {
        Rollout wanted = Rollout.of(target.sequence(), percent);
        return apply(target.task(), target.revision(), deed, (state, now) -> {
            store.find(target.task(), target.sequence());
            if (state.active() == null || state.active() == target.sequence()) {
                throw conflict(
                        state.active() == null
                                ? "No version of the task '" + target.task() + "' serves: promote one first."
                                : "Version " + target.sequence() + " serves all callers already.");
            }
            return new Step(state.rollingOut(wanted, safety, now), Action.ROLLOUT, state.active(), target.sequence());
        });
    }

    /** Gives all callers the active version again. */
    public TaskState endRollout(String task, Long revision, Deed deed) throws LlmException {
        return apply(task, revision, deed, (state, now) -> {
            if (state.rollout() == null) {
                throw conflict("There is no rollout of the task '" + task + "'.");
            }
            return new Step(
                    state.rolledBack(state.active(), now),
                    Action.END_ROLLOUT,
                    state.rollout().candidate(),
                    state.active());
        });
    }

    /** Keeps what serves beyond the time at which it would have given way. */
    public TaskState confirm(String task, Long revision, Deed deed) throws LlmException {
        return apply(task, revision, deed, (state, now) -> {
            if (state.revertAt() == null) {
                throw conflict("Nothing of the task '" + task + "' waits for a confirmation.");
            }
            return new Step(
                    state.confirmed(now),
                    Action.CONFIRM,
                    state.active(),
                    state.watch().subject());
        });
    }

    private TaskState apply(String task, Long revision, Deed deed, Plan plan) throws LlmException {
        TaskState changed = transactions.run(() -> change(task, revision, deed, plan));
        tell(changed);
        return changed;
    }

    private TaskState change(String task, Long revision, Deed deed, Plan plan) throws LlmException {
        TaskState state = states.lock(task).orElseThrow(() -> unknown(task));
        if (revision != null && revision != state.revision()) {
            throw changedSince(state, revision);
        }
        Step step = plan.from(state, states.now());
        TaskState next = step.next();
        states.update(next);
        if (next.watch() == null || next.watch().id() == next.revision()) {
            counts.clear(task);
        }
        Integer share =
                step.action() == Action.ROLLOUT ? Integer.valueOf(next.rollout().share()) : null;
        events.insert(new VersionEvent(
                task, next.revision(), step.action(), step.from(), step.to(), share, next.changedAt(), deed));
        return next;
    }

    private void tell(TaskState changed) {
        listeners.forEach(listener -> listener.accept(changed));
    }

    private static LlmException unknown(String task) {
        return LlmException.of(ErrorClass.NOT_FOUND)
                .code("unknown_task")
                .detail("no such task has versions")
                .reason("There are no versions of a task '" + task + "'.")
                .build();
    }

    /** The refusal of a change whose maker has seen another revision. */
    public static LlmException changedSince(TaskState state, long seen) {
        return conflict("The task '" + state.task() + "' has been changed since (revision " + state.revision()
                + ", not " + seen + "): look at it again.");
    }

    private static LlmException conflict(String reason) {
        return LlmException.of(ErrorClass.CONFLICT)
                .code("version_conflict")
                .detail("what serves is not as the change needs it")
                .reason(reason)
                .build();
    }
}
