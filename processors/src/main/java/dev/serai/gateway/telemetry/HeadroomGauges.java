/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.util.List;

import org.springframework.stereotype.Component;

import dev.serai.gateway.headroom.HeadroomListener;
import dev.serai.gateway.headroom.TaskHeadroom;
import dev.serai.gateway.headroom.TaskHeadroom.Verdict;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;

/** One gauge per task that has something to carry and somebody to carry it. */
@Component
final class HeadroomGauges implements HeadroomListener {
    private final MultiGauge gauge;

    HeadroomGauges(MeterRegistry registry) {
        this.gauge = MultiGauge.builder(Metric.HEADROOM.meter())
                .description(Metric.HEADROOM.description())
                .register(registry);
    }

    @Override
    public void reported(List<TaskHeadroom> report) {
        gauge.register(
                report.stream()
                        .filter(task -> task.headroom() != null || task.verdict() == Verdict.UNKNOWN)
                        .map(HeadroomGauges::row)
                        .toList(),
                true);
    }

    private static MultiGauge.Row<?> row(TaskHeadroom task) {
        double value = task.headroom() == null ? Double.NaN : task.headroom();
        return MultiGauge.Row.of(Tags.of(Metric.HEADROOM.tags()[0], task.task()), value);
    }
}
