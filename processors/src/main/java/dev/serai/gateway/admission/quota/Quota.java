/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.List;

import dev.serai.gateway.config.Rules;

/**
 * What a caller or a task may have a minute, as its author writes it. Immutable; null is no limit.
 *
 * @param requestsPerMinute     at least 1
 * @param inputTokensPerMinute  at least 1
 * @param outputTokensPerMinute at least 1
 */
public record Quota(Integer requestsPerMinute, Integer inputTokensPerMinute, Integer outputTokensPerMinute) {
    /** The keys, as contracts and callers have them. */
    public static final List<String> KEYS =
            List.of("requestsPerMinute", "inputTokensPerMinute", "outputTokensPerMinute");

    public static final Quota NONE = new Quota(null, null, null);

    public Quota {
        check(KEYS.get(0), requestsPerMinute);
        check(KEYS.get(1), inputTokensPerMinute);
        check(KEYS.get(2), outputTokensPerMinute);
    }

    private static void check(String key, Integer limit) {
        if (limit != null) {
            Rules.range(key, limit, 1, Integer.MAX_VALUE);
        }
    }
}
