/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;
import java.util.UUID;

import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.budget.Payers;

/**
 * What one reservation holds.
 *
 * @param stored whether the database has it
 */
record Hold(UUID id, String callId, Payers payers, Instant at, Amounts amounts, Instant expires, boolean stored) {
    static Hold of(UUID id, Reservation reservation) {
        return new Hold(
                id,
                reservation.callId(),
                reservation.payers(),
                reservation.at(),
                reservation.amounts(),
                reservation.expires(),
                false);
    }
}
