/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import dev.serai.gateway.config.Rules;

/**
 * What the provider grants this account; never null.
 *
 * @param requestsPerMinute {@link #UNDECLARED} unless given
 * @param tokensPerMinute   input and output together; {@link #UNDECLARED} unless given
 */
public record RateLimits(Integer requestsPerMinute, Integer tokensPerMinute) {
    public static final int UNDECLARED = Integer.MAX_VALUE;
    public static final RateLimits NONE = new RateLimits(null, null);

    public RateLimits {
        requestsPerMinute =
                Rules.range("requestsPerMinute", Rules.orElse(requestsPerMinute, UNDECLARED), 1, UNDECLARED);
        tokensPerMinute = Rules.range("tokensPerMinute", Rules.orElse(tokensPerMinute, UNDECLARED), 1, UNDECLARED);
    }
}
