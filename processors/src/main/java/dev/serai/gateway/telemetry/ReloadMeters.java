/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import org.springframework.stereotype.Component;

import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.reload.ReloadState;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** What became of the files that were changed while the gateway ran. */
@Component
final class ReloadMeters implements MeterBinder {
    private final ReloadState state;
    private final Editions editions;

    ReloadMeters(ReloadState state, Editions editions) {
        this.state = state;
        this.editions = editions;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(Metric.RELOAD_PROBLEMS.meter(), state, s -> s.problems().size())
                .description(Metric.RELOAD_PROBLEMS.description())
                .register(registry);
        Gauge.builder(Metric.VERSIONS_UNSERVED.meter(), state, s -> s.unserved().size())
                .description(Metric.VERSIONS_UNSERVED.description())
                .register(registry);
        Gauge.builder(Metric.EDITIONS.meter(), editions, e -> e.alive().size())
                .description(Metric.EDITIONS.description())
                .register(registry);
        counter(registry, "applied", ReloadState::applied);
        counter(registry, "refused", ReloadState::refused);
    }

    private void counter(
            MeterRegistry registry, String result, java.util.function.ToDoubleFunction<ReloadState> count) {
        FunctionCounter.builder(Metric.RELOADS.meter(), state, count)
                .description(Metric.RELOADS.description())
                .tag(Metric.RELOADS.tags()[0], result)
                .register(registry);
    }
}
