/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.time.Duration;
import java.util.List;

import dev.serai.gateway.config.InvalidValueException;

/**
 * What a task gives to calls that ask the same, as its author writes it. Immutable.
 *
 * @param cacheTtl for how long an answer is given again, a second to a day; null: it is not
 * @param coalesce whether calls that ask the same at the same time share one call of the provider's
 */
public record CachePolicy(Duration cacheTtl, boolean coalesce) {
    /** The keys, as contracts have them. */
    public static final List<String> KEYS = List.of("cacheTtl", "coalesce");

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(1);

    /** Every call is made. */
    public static final CachePolicy NONE = new CachePolicy(null, false);

    public CachePolicy {
        if (cacheTtl != null && (cacheTtl.compareTo(SHORTEST) < 0 || cacheTtl.compareTo(LONGEST) > 0)) {
            throw new InvalidValueException(
                    "cacheTtl", cacheTtl, "is not between 1s and 24h", "write e.g. 10m, or leave it out");
        }
    }
}
