/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.util.HashMap;
import java.util.Map;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.edition.Editions;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** One gauge per deployment that can be called: how its breaker stands. They come and go with the deployments. */
@Component
final class BreakerGauges implements MeterBinder {
    private final Editions editions;
    private final Breakers breakers;

    BreakerGauges(Editions editions, Breakers breakers) {
        this.editions = editions;
        this.breakers = breakers;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Map<String, Meter> gauges = new HashMap<>();
        editions.onChange(edition -> update(registry, gauges, edition.deployments()));
    }

    private void update(MeterRegistry registry, Map<String, Meter> gauges, Deployments deployments) {
        synchronized (gauges) {
            gauges.entrySet().removeIf(gauge -> {
                boolean gone = deployments
                        .find(gauge.getKey())
                        .filter(Deployment::usable)
                        .isEmpty();
                if (gone) {
                    registry.remove(gauge.getValue());
                }
                return gone;
            });
            for (Deployment deployment : deployments.all()) {
                if (deployment.usable()) {
                    gauges.computeIfAbsent(deployment.name(), name -> gauge(registry, deployment));
                }
            }
        }
    }

    private Meter gauge(MeterRegistry registry, Deployment deployment) {
        return Gauge.builder(Metric.BREAKER_STATE.meter(), breakers.of(deployment), BreakerGauges::value)
                .description(Metric.BREAKER_STATE.description())
                .tag(Metric.BREAKER_STATE.tags()[0], deployment.name())
                .register(registry);
    }

    private static double value(CircuitBreaker breaker) {
        return switch (breaker.getState()) {
            case OPEN, FORCED_OPEN -> 1;
            case HALF_OPEN -> 0.5;
            default -> 0;
        };
    }
}
