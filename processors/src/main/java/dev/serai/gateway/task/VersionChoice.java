/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

/** Who of a task's callers get its new version. The same answer for the same caller on every instance. Thread-safe. */
@FunctionalInterface
public interface VersionChoice {
    /** Nobody. */
    VersionChoice ACTIVE = (task, caller) -> false;

    boolean isCandidate(String task, String caller);
}
