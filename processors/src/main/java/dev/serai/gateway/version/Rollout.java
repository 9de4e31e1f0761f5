/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

/**
 * Two versions side by side. Immutable.
 *
 * @param candidate the number of the version that some of the callers get
 * @param share     of the callers, in ten-thousandths: 0 to 9999
 */
public record Rollout(int candidate, int share) {
    public Rollout {
        if (share < 0 || share >= Cohort.COUNT) {
            throw new IllegalArgumentException(
                    "a rollout goes to 0 up to 99.99 percent of the callers; to go to all, promote");
        }
    }

    /** @param percent of the callers; two decimals count */
    public static Rollout of(int candidate, double percent) {
        return new Rollout(candidate, (int) Math.round(percent * Cohort.COUNT / 100));
    }

    public double percent() {
        return share * 100.0 / Cohort.COUNT;
    }

    /** Whether the caller gets the candidate: sticky, and a larger share keeps those of a smaller one. */
    public boolean includes(String task, String caller) {
        return Cohort.of(task, caller) < share;
    }
}
