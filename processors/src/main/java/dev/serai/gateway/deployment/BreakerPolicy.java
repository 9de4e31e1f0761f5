/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.io.Serializable;
import java.time.Duration;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;

/**
 * When a deployment's breaker opens and how long it stays open; never null.
 *
 * @param failureRate  opens at this percentage of failures; 50 unless given
 * @param minimumCalls not before this many calls were counted; 5 unless given
 * @param window       counted over this many latest calls; 20 unless given
 * @param cooldown     from opening to the trial call; 20 s unless given
 */
public record BreakerPolicy(Integer failureRate, Integer minimumCalls, Integer window, Duration cooldown)
        implements Serializable {
    public static final BreakerPolicy DEFAULT = new BreakerPolicy(null, null, null, null);

    private static final long serialVersionUID = 1L;
    private static final int LARGEST_WINDOW = 10_000;

    public BreakerPolicy {
        failureRate = Rules.range("failureRate", Rules.orElse(failureRate, 50), 1, 100);
        window = Rules.range("window", Rules.orElse(window, 20), 1, LARGEST_WINDOW);
        minimumCalls = Rules.range("minimumCalls", Rules.orElse(minimumCalls, 5), 1, LARGEST_WINDOW);
        cooldown = Rules.positive("cooldown", Rules.orElse(cooldown, Duration.ofSeconds(20)));
        if (minimumCalls > window) {
            throw new InvalidValueException(
                    "minimumCalls", minimumCalls, "is more than the window of " + window, "raise window, or lower it");
        }
    }
}
