/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A deployment's breaker as operators see it.
 *
 * @param state    {@code closed}, {@code open}, {@code half_open} (its trial call is due or under way), {@code forced_open} or
 *                 {@code forced_closed}
 * @param calls    how many of the latest calls are counted
 * @param failed   how many of them failed
 * @param retryAt  when an open breaker lets its trial call through, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BreakerView(String deployment, String provider, String state, int calls, int failed, String retryAt) {

    static BreakerView of(Deployment deployment, DeploymentBreaker breaker, long now) {
        BreakerState state = breaker.state();
        return new BreakerView(
                deployment.name(),
                deployment.provider(),
                word(state, now),
                state.window().calls(),
                state.window().failed(),
                state.isOpen() ? Instant.ofEpochMilli(state.openUntil()).toString() : null);
    }

    private static String word(BreakerState state, long now) {
        if (state.forced() != null) {
            return state.forced() == BreakerState.Forced.OPEN ? "forced_open" : "forced_closed";
        }
        if (!state.isOpen()) {
            return "closed";
        }
        return now >= state.openUntil() || now < state.trialUntil() ? "half_open" : "open";
    }
}
