/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/** Something that a transaction is to write. Thread-safe. */
sealed interface Work {
    String callId();

    record Reserve(UUID holdId, Reservation reservation, CompletableFuture<Decision> result) implements Work {
        Reserve(Reservation reservation) {
            this(UUID.randomUUID(), reservation, new CompletableFuture<>());
        }

        @Override
        public String callId() {
            return reservation.callId();
        }
    }

    record Settle(Settlement settlement) implements Work {
        @Override
        public String callId() {
            return settlement.callId();
        }
    }

    /** Frees all that a call holds. */
    record Release(String callId) implements Work {}

    /** Frees one hold of a call, since nobody waited for it any more. */
    record Undo(String callId, UUID holdId) implements Work {}

    /**
     * Settles what was not certain of an entry; {@code result} says whether it was done now and not before.
     *
     * @param amount       what it costs
     * @param priceVersion of the price table, where that was asked; else null
     */
    record Correct(CostRow.Key entry, Usage tokens, Usd amount, String priceVersion, CompletableFuture<Boolean> result)
            implements Work {
        @Override
        public String callId() {
            return entry.callId();
        }
    }

    /** Nothing: there is work elsewhere. */
    record Wake() implements Work {
        static final Wake UP = new Wake();

        @Override
        public String callId() {
            return "";
        }
    }

    /** Settles what a process has left when it ended; {@code result} says whether there was something. */
    record Sweep(String callId, CompletableFuture<Boolean> result) implements Work {}
}
