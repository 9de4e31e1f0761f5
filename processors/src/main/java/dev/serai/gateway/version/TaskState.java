/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Instant;

/**
 * What serves of a task. Immutable.
 *
 * @param revision grows by one with each change
 * @param active   the number of the version that serves; null where none was ever promoted
 * @param rollout  null where all callers get the active one
 * @param watch    null where nothing is under watch
 * @param revertAt when the version under watch gives way unless it is confirmed; null: never
 */
public record TaskState(
        String task, long revision, Integer active, Rollout rollout, Watch watch, Instant revertAt, Instant changedAt) {

    /** Whether new calls can be served by that version. */
    public boolean uses(int sequence) {
        return active != null && active == sequence || rollout != null && rollout.candidate() == sequence;
    }

    TaskState promoted(int sequence, Safety safety, Instant now) {
        Instant until = now.plus(safety.window());
        Watch next = active == null || safety.rule() == null && safety.revertAt() == null
                ? null
                : new Watch(revision + 1, sequence, active, until, safety.rule());
        return new TaskState(task, revision + 1, sequence, null, next, next == null ? null : safety.revertAt(), now);
    }

    TaskState rolledBack(int sequence, Instant now) {
        return new TaskState(task, revision + 1, sequence, null, null, null, now);
    }

    TaskState rollingOut(Rollout wanted, Safety safety, Instant now) {
        boolean same = rollout != null && rollout.candidate() == wanted.candidate();
        Watch next = same ? watch : new Watch(revision + 1, wanted.candidate(), active, null, safety.rule());
        Instant revert = same && safety.revertAt() == null ? revertAt : safety.revertAt();
        return new TaskState(task, revision + 1, active, wanted, next, revert, now);
    }

    TaskState confirmed(Instant now) {
        return new TaskState(task, revision + 1, active, rollout, watch, null, now);
    }
}
