/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import dev.serai.gateway.ledger.BudgetAlert;
import dev.serai.gateway.ledger.Ledger;
import dev.serai.gateway.ledger.LedgerListener;
import dev.serai.gateway.ledger.budget.Usd;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** How the ledger does. Nothing of whose money it is: that is in the alerts themselves, and in reports. Thread-safe. */
@Component
final class LedgerMeters implements LedgerListener {
    private final MeterRegistry registry;
    private final Map<Outcome, Timer> reservations = new EnumMap<>(Outcome.class);
    private final Timer commits;
    private final Counter overrun;
    private final Counter swept;
    private final Counter lost;

    LedgerMeters(MeterRegistry registry, ObjectProvider<Ledger> ledger) {
        this.registry = registry;
        for (Outcome outcome : Outcome.values()) {
            reservations.put(
                    outcome,
                    timer(Metric.LEDGER_RESERVATIONS)
                            .tag(
                                    Metric.LEDGER_RESERVATIONS.tags()[0],
                                    outcome.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        this.commits = timer(Metric.LEDGER_COMMITS).register(registry);
        this.overrun = counter(Metric.LEDGER_OVERRUN).register(registry);
        this.swept = counter(Metric.LEDGER_SWEPT).register(registry);
        this.lost = counter(Metric.LEDGER_LOST).register(registry);
        Gauge.builder(Metric.LEDGER_UNWRITTEN.meter(), ledger, known -> known.getObject()
                        .unwritten())
                .description(Metric.LEDGER_UNWRITTEN.description())
                .register(registry);
    }

    private static Timer.Builder timer(Metric metric) {
        return Timer.builder(metric.meter())
                .description(metric.description())
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(30));
    }

    private static Counter.Builder counter(Metric metric) {
        return Counter.builder(metric.meter()).description(metric.description());
    }

    @Override
    public void reserved(Outcome outcome, Duration waited) {
        reservations.get(outcome).record(waited);
    }

    @Override
    public void written(int works, Duration took) {
        commits.record(took);
    }

    @Override
    public void overrun(Usd amount) {
        overrun.increment(amount.toBigDecimal().doubleValue());
    }

    @Override
    public void swept() {
        swept.increment();
    }

    @Override
    public void lost() {
        lost.increment();
    }

    @Override
    public void alert(BudgetAlert alert) {
        String[] tags = Metric.LEDGER_ALERTS.tags();
        counter(Metric.LEDGER_ALERTS)
                .tag(tags[0], alert.kind())
                .tag(tags[1], String.valueOf(alert.level()))
                .register(registry)
                .increment();
    }
}
