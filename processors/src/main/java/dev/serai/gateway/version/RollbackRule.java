/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * When a version under watch gives way to the one before it. Immutable.
 *
 * @param errorMargin   by how much its share of errors may exceed the other's: 0.1 are ten points
 * @param invalidMargin the same for its share of invalid outputs
 * @param minimumCalls  below so many of its calls nothing is concluded
 */
public record RollbackRule(double errorMargin, double invalidMargin, int minimumCalls) {
    public RollbackRule {
        requireMargin("error margin", errorMargin);
        requireMargin("invalid margin", invalidMargin);
        if (minimumCalls < 1) {
            throw new IllegalArgumentException("the minimum of calls is " + minimumCalls + ": it has to be 1 or more");
        }
    }

    /** Why the subject has to give way, with the numbers; empty where it need not. */
    Optional<String> verdict(Counts subject, Counts baseline) {
        if (subject.calls() < minimumCalls) {
            return Optional.empty();
        }
        return exceeds("errors", Counts::errors, errorMargin, subject, baseline)
                .or(() -> exceeds("invalid outputs", Counts::invalid, invalidMargin, subject, baseline));
    }

    private Optional<String> exceeds(
            String what, ToLongFunction<Counts> of, double margin, Counts subject, Counts baseline) {
        double share = (double) of.applyAsLong(subject) / subject.calls();
        // a version that has hardly been called is taken for a good one, so that two failures of three calls excuse
        // nothing
        double before = (double) of.applyAsLong(baseline) / Math.max(baseline.calls(), minimumCalls);
        if (share <= before + margin) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%s: %.1f %% of %d calls, against %.1f %% of %d before; the margin is %.1f points",
                what,
                share * 100,
                subject.calls(),
                before * 100,
                baseline.calls(),
                margin * 100));
    }

    private static void requireMargin(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("the " + name + " is " + value + ": it is a share, from 0 to 1");
        }
    }
}
