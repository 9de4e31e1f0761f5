/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Who of a task's callers get its new version. The same answer for the same caller on every instance. Thread-safe. */
@FunctionalInterface
public interface VersionChoice {
    /** Nobody. */
    VersionChoice ACTIVE = (task, caller) -> false;

    int COHORTS = 10_000;

    boolean isCandidate(String task, String caller);

    /** That share of the callers, from 0 to 100; a higher one keeps those of a lower one. */
    static VersionChoice percent(double percent) {
        return (task, caller) -> cohort(task, caller) < percent * COHORTS / 100;
    }

    /** Where a caller stands, from 0 to 9999: other tasks have other callers first. */
    static int cohort(String task, String caller) {
        CRC32C hash = new CRC32C();
        hash.update((task + "/" + caller).getBytes(StandardCharsets.UTF_8));
        return (int) (hash.getValue() % COHORTS);
    }
}
