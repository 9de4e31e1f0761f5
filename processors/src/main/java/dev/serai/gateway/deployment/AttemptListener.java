/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;

/** Hears of every attempt, on the thread that works on it. Must not block. */
public interface AttemptListener {
    /** Its answer is a stream and the first content is there; {@link #ended} follows. */
    default void streaming(Call call, Deployment deployment, Attempt attempt) {}

    /** It has ended, which happens once. */
    void ended(Call call, Deployment deployment, Attempt attempt);
}
