/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;

import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/**
 * An entry of the book of costs as the database has it, with what is needed to correct it.
 *
 * @param uncertain   whether it is estimated or unpriced
 * @param correctedBy the number of the entry that has settled that since, or null
 */
public record CostRow(Key key, Paid paid, Call call, boolean uncertain, Integer correctedBy) {
    /** Which one. */
    public record Key(String callId, int number) {}

    /** To whom for what. */
    public record Paid(String deployment, String model, String responseId, Usage tokens, Usd amount) {}

    /**
     * Whose call it is of.
     *
     * @param last  the largest number of its entries
     * @param cost  what all of them add up to
     * @param swept whether the sweeper has settled it, and its own process has not come back since
     */
    public record Call(Payers payers, Instant at, int last, Usd cost, boolean swept) {}

    public boolean corrected() {
        return correctedBy != null;
    }

    /** Whether it is to be corrected still. */
    public boolean isOpen() {
        return uncertain && !corrected();
    }
}
