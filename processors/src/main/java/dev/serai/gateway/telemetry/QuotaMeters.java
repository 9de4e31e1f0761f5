/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.quota.QuotaListener;
import dev.serai.gateway.admission.quota.QuotaRefusal;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Call;

/** Counts what limits refuse. */
@Component
final class QuotaMeters implements QuotaListener {
    private final Meters meters;

    QuotaMeters(Meters meters) {
        this.meters = meters;
    }

    @Override
    public void refused(Call call, QuotaRefusal by) {
        meters.counter(Metric.QUOTA_REFUSED, call.task().name(), by.of() + '_' + by.limit())
                .increment();
    }

    @Override
    public void passedOver(Call call, Deployment deployment, QuotaRefusal by) {
        meters.counter(
                        Metric.QUOTA_PASSED_OVER,
                        call.task().name(),
                        deployment.model(),
                        deployment.provider(),
                        by.limit())
                .increment();
    }
}
