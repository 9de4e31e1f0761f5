/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;

/** Hears of every attempt that has ended, once, on the thread that ended it. Must not block. */
public interface AttemptListener {
    void ended(Call call, Deployment deployment, Attempt attempt);
}
