/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;

/** The money for attempts. Thread-safe. */
public interface Funding {
    /**
     * Holds what an attempt may cost, before its provider is asked: at once where the call holds enough for it already.
     *
     * @throws LlmException insufficient_funds, or overloaded where the ledger is out of reach; nothing is held then
     */
    void cover(Call call, Deployment deployment, Attempt attempt) throws LlmException;

    /** Frees what is held for an attempt that has never left the gateway. */
    void withdraw(Call call, Attempt attempt);
}
