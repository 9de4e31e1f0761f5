/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.util.Locale;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import dev.serai.gateway.cache.idempotency.IdempotencyListener;
import dev.serai.gateway.cache.idempotency.RunningCalls;
import dev.serai.gateway.dispatch.Call;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Counts calls with idempotency keys. Thread-safe. */
@Component
final class IdempotencyMeters implements IdempotencyListener, MeterBinder {
    private final Meters meters;
    private final ObjectProvider<RunningCalls> running;

    IdempotencyMeters(Meters meters, ObjectProvider<RunningCalls> running) {
        this.meters = meters;
        this.running = running;
    }

    @Override
    public void answered(Call call, Result result) {
        count(Metric.IDEMPOTENT_CALLS, call, result);
    }

    @Override
    public void lost(Call call, Loss why) {
        count(Metric.IDEMPOTENT_LOST, call, why);
    }

    private void count(Metric metric, Call call, Enum<?> what) {
        meters.counter(metric, call.task().name(), what.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(Metric.IDEMPOTENT_RUNNING.meter(), running, calls -> calls.getObject()
                        .count())
                .description(Metric.IDEMPOTENT_RUNNING.description())
                .register(registry);
    }
}
