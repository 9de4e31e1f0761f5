/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

/**
 * How a version has done. Immutable.
 *
 * @param calls   those that say something about the version: see {@link Fault}
 * @param errors  of these, failed
 * @param invalid of these, without an answer that the task's schema allows
 */
public record Counts(long calls, long errors, long invalid) {
    static final Counts NONE = new Counts(0, 0, 0);

    Counts plus(Counts other) {
        return new Counts(calls + other.calls, errors + other.errors, invalid + other.invalid);
    }

    Counts minus(Counts other) {
        return new Counts(calls - other.calls, errors - other.errors, invalid - other.invalid);
    }
}
