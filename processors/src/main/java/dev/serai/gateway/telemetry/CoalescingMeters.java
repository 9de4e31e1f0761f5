/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.util.Locale;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import dev.serai.gateway.cache.coalesce.Coalescing;
import dev.serai.gateway.cache.coalesce.CoalescingListener;
import dev.serai.gateway.dispatch.Call;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Counts calls that share answers. Thread-safe. */
@Component
final class CoalescingMeters implements CoalescingListener, MeterBinder {
    private final Meters meters;
    private final ObjectProvider<Coalescing> running;

    CoalescingMeters(Meters meters, ObjectProvider<Coalescing> running) {
        this.meters = meters;
        this.running = running;
    }

    @Override
    public void went(Call call, Way way) {
        meters.counter(Metric.COALESCED_CALLS, call.task().name(), way.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(Metric.COALESCED_RUNNING.meter(), running, calls -> calls.getObject()
                        .count())
                .description(Metric.COALESCED_RUNNING.description())
                .register(registry);
    }
}
