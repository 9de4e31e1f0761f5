/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Call;

/** Hears what comes of asking for money. Must not block. */
public interface FundsListener {
    /** The ledger was asked for an attempt at that deployment. */
    enum Outcome {
        HELD,
        /** There is not enough. */
        SHORT
    }

    void asked(Call call, Deployment deployment, Outcome outcome);

    /** Not enough for what the task would ask: a cheaper deployment is asked. */
    void downgraded(Call call, Deployment to);
}
