/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;

/** Hears of every attempt, on the thread that works on it. Must not block, but where it says so. */
public interface AttemptListener {
    /**
     * It is about to be made; it may wait here, on a virtual thread. {@link #ended} or {@link #withdrawn} follows.
     *
     * @throws LlmException where the deployment is to be passed over: then neither follows
     */
    default void begins(Call call, Deployment deployment, Attempt attempt) throws LlmException {}

    /** It has not been made after all. */
    default void withdrawn(Attempt attempt) {}

    /** Its answer is a stream and the first content is there; {@link #ended} follows. */
    default void streaming(Call call, Deployment deployment, Attempt attempt) {}

    /** It has ended, which happens once. */
    void ended(Call call, Deployment deployment, Attempt attempt);
}
