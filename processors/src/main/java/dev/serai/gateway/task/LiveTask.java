/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.List;

import dev.serai.gateway.identity.Caller;

/**
 * The versions of one task that serve at one moment: mostly one; two while a new one is tried on a share of the callers.
 * Immutable.
 *
 * @param active    serves all callers but those
 * @param candidate serves those that the choice gives it; null where no other version is tried
 */
public record LiveTask(TaskVersion active, TaskVersion candidate, VersionChoice choice) {
    public static LiveTask of(TaskVersion active) {
        return new LiveTask(active, null, VersionChoice.ACTIVE);
    }

    public String name() {
        return active.name();
    }

    /** The version for a call of that caller; null for a call that nobody has made. */
    public TaskVersion choose(Caller caller) {
        return candidate != null && caller != null && choice.isCandidate(name(), caller.name()) ? candidate : active;
    }

    public List<TaskVersion> versions() {
        return candidate == null ? List.of(active) : List.of(active, candidate);
    }
}
