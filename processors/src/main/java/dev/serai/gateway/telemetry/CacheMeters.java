/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.util.Locale;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import dev.serai.gateway.cache.exact.AnswerStore;
import dev.serai.gateway.cache.exact.CacheListener;
import dev.serai.gateway.dispatch.CacheUse;
import dev.serai.gateway.dispatch.Call;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Counts what the cache of answers does. Thread-safe. */
@Component
final class CacheMeters implements CacheListener, MeterBinder {
    private final Meters meters;
    private final ObjectProvider<AnswerStore> store;

    CacheMeters(Meters meters, ObjectProvider<AnswerStore> store) {
        this.meters = meters;
        this.store = store;
    }

    @Override
    public void looked(Call call, CacheUse.Answer answer) {
        count(Metric.CACHE_LOOKUPS, call, answer);
    }

    @Override
    public void answered(Call call, Keeping keeping) {
        count(Metric.CACHE_ANSWERS, call, keeping);
    }

    private void count(Metric metric, Call call, Enum<?> what) {
        meters.counter(metric, call.task().name(), what.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(Metric.CACHE_CROWDED_OUT.meter(), store, answers -> answers.getObject()
                        .crowdedOut())
                .description(Metric.CACHE_CROWDED_OUT.description())
                .register(registry);
        Gauge.builder(Metric.CACHE_KEPT.meter(), store, answers -> answers.getObject()
                        .count())
                .description(Metric.CACHE_KEPT.description())
                .register(registry);
        Gauge.builder(Metric.CACHE_BYTES.meter(), store, answers -> answers.getObject()
                        .bytes())
                .description(Metric.CACHE_BYTES.description())
                .register(registry);
    }
}
