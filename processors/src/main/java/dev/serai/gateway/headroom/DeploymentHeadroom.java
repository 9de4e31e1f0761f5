/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.RateLimits;

/**
 * One deployment behind a task, in the last minute.
 *
 * @param role        {@code primary} or {@code fallback}
 * @param unavailable why it could take nothing over now: {@code kill_switch} or {@code breaker_open}; else null
 * @param load        of all tasks
 * @param limits      what the provider grants
 * @param spare       what is left of that; nothing while it is unavailable
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeploymentHeadroom(
        String deployment, String provider, String role, String unavailable, Load load, Limits limits, Limits spare) {

    /** Null where the configuration names no limit: then it is not known. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Limits(Long requestsPerMinute, Long tokensPerMinute) {
        static Limits of(RateLimits granted) {
            return new Limits(known(granted.requestsPerMinute()), known(granted.tokensPerMinute()));
        }

        Limits minus(Load load) {
            return new Limits(left(requestsPerMinute, load.requests()), left(tokensPerMinute, load.tokens()));
        }

        private static Long known(int limit) {
            return limit == RateLimits.UNDECLARED ? null : Long.valueOf(limit);
        }

        private static Long left(Long limit, long used) {
            return limit == null ? null : Long.valueOf(Math.max(0, limit - used));
        }
    }

    static DeploymentHeadroom of(Deployment deployment, String role, String unavailable, Load load) {
        Limits limits = Limits.of(deployment.rateLimits());
        Limits spare = unavailable == null ? limits.minus(load) : new Limits(0L, 0L);
        return new DeploymentHeadroom(deployment.name(), deployment.provider(), role, unavailable, load, limits, spare);
    }
}
