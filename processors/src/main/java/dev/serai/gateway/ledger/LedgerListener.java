/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Duration;

import dev.serai.gateway.ledger.budget.Usd;

/** Hears of what happens in the ledger of this instance. Must not block. */
public interface LedgerListener {
    /** What became of a reservation. */
    enum Outcome {
        GRANTED,
        SHORT,
        UNAVAILABLE
    }

    default void reserved(Outcome outcome, Duration waited) {}

    /** One transaction was written. */
    default void written(int works, Duration took) {}

    /** The gateway bears what a call was worth beyond what its payers had. */
    default void overrun(Usd amount) {}

    /** What a call has left is settled in its stead. */
    default void swept() {}

    /** A settlement cannot be written, now or later: its call is swept when its holds expire. */
    default void lost() {}

    /** Heard at most once for each account, window and level, by one instance of the fleet, as soon as it is durable. */
    default void alert(BudgetAlert alert) {}
}
