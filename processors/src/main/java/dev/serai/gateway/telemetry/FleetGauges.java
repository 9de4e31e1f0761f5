/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.quota.Allowances;
import dev.serai.gateway.drill.Drills;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.fleet.KillSwitch;
import dev.serai.gateway.fleet.KillSwitches;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Gauges of what the instances of a fleet share. */
@Component
final class FleetGauges implements MeterBinder {
    private final Fleet fleet;
    private final KillSwitches switches;
    private final Drills drills;
    private final Allowances allowances;

    FleetGauges(Fleet fleet, KillSwitches switches, Drills drills, Allowances allowances) {
        this.fleet = fleet;
        this.switches = switches;
        this.drills = drills;
        this.allowances = allowances;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (KillSwitch.Kind kind : KillSwitch.Kind.values()) {
            Gauge.builder(Metric.KILL_SWITCHES.meter(), switches, known -> known.count(kind))
                    .description(Metric.KILL_SWITCHES.description())
                    .tag(Metric.KILL_SWITCHES.tags()[0], kind.code())
                    .register(registry);
        }
        Gauge.builder(Metric.DRILLS.meter(), drills, known -> known.running().size())
                .description(Metric.DRILLS.description())
                .register(registry);
        if (fleet.isEnabled()) {
            Gauge.builder(Metric.FLEET_UP.meter(), fleet, known -> known.isUp() ? 1 : 0)
                    .description(Metric.FLEET_UP.description())
                    .register(registry);
            Gauge.builder(Metric.FLEET_MEMBERS.meter(), fleet, Fleet::members)
                    .description(Metric.FLEET_MEMBERS.description())
                    .register(registry);
            FunctionCounter.builder(Metric.QUOTA_LEASES.meter(), allowances, Allowances::asked)
                    .description(Metric.QUOTA_LEASES.description())
                    .register(registry);
        }
    }
}
