/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;

import dev.serai.llm.Usage;

/**
 * An entry of the book of costs as the database has it, with what is needed to correct it.
 *
 * @param uncertain whether it is estimated or unpriced
 * @param corrected whether that was settled since
 */
record CostRow(Key key, Paid paid, Call call, boolean uncertain, boolean corrected) {
    /** Which one. */
    record Key(String callId, int number) {}

    /** To whom for what. */
    record Paid(String deployment, String model, String responseId, Usage tokens, Usd amount) {}

    /** Whose call it is of; {@code last} is the largest number of its entries. */
    record Call(Payers payers, Instant at, int last) {}

    boolean isOpen() {
        return uncertain && !corrected;
    }
}
