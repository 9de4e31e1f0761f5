/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import org.springframework.stereotype.Component;

import dev.serai.gateway.version.VersionLoop;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Whether this instance knows what the fleet has agreed on. */
@Component
final class VersionGauges implements MeterBinder {
    private final VersionLoop versions;

    VersionGauges(VersionLoop versions) {
        this.versions = versions;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(
                        Metric.VERSIONS_AGE.meter(),
                        versions,
                        known -> known.age().toMillis() / 1000.0)
                .description(Metric.VERSIONS_AGE.description())
                .register(registry);
    }
}
