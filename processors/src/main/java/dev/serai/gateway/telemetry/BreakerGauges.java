/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** One gauge per deployment that can be called: how its breaker stands. */
@Component
final class BreakerGauges implements MeterBinder {
    private final Catalogue catalogue;
    private final Breakers breakers;

    BreakerGauges(Catalogue catalogue, Breakers breakers) {
        this.catalogue = catalogue;
        this.breakers = breakers;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Deployment deployment : catalogue.current().all()) {
            if (deployment.usable()) {
                Gauge.builder(Metric.BREAKER_STATE.meter(), breakers.of(deployment), BreakerGauges::value)
                        .description(Metric.BREAKER_STATE.description())
                        .tag(Metric.BREAKER_STATE.tags()[0], deployment.name())
                        .register(registry);
            }
        }
    }

    private static double value(CircuitBreaker breaker) {
        return switch (breaker.getState()) {
            case OPEN, FORCED_OPEN -> 1;
            case HALF_OPEN -> 0.5;
            default -> 0;
        };
    }
}
