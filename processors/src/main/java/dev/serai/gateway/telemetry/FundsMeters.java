/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.util.Locale;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.ledger.funds.FundsListener;

/** Counts what comes of asking for money. Thread-safe. */
@Component
final class FundsMeters implements FundsListener {
    private final Meters meters;

    FundsMeters(Meters meters) {
        this.meters = meters;
    }

    @Override
    public void asked(Call call, Deployment deployment, Outcome outcome) {
        String code = outcome.name().toLowerCase(Locale.ROOT);
        meters.counter(Metric.HOLDS, call.task().name(), deployment.model(), deployment.provider(), code)
                .increment();
    }

    @Override
    public void downgraded(Call call, Deployment to) {
        meters.counter(Metric.DOWNGRADES, call.task().name(), to.model(), to.provider())
                .increment();
    }
}
