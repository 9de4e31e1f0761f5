/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Call;

/** Hears of what limits refuse. Must not block. */
public interface QuotaListener {
    /** A call has ended before it began. */
    void refused(Call call, QuotaRefusal by);

    /** A deployment has been passed over. */
    void passedOver(Call call, Deployment deployment, QuotaRefusal by);
}
