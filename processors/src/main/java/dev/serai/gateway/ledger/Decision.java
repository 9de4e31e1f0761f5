/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;

import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;

/** What became of a reservation. */
public sealed interface Decision {

    /** The money is held, and that is durable. */
    record Granted() implements Decision {
        static final Granted GRANTED = new Granted();
    }

    /**
     * There is not enough; nothing was reserved. Of several limits that are too small, the one that misses most.
     *
     * @param account   whose limit it is
     * @param book      {@link Book#CREDIT}: a budget; {@link Book#COST}: a ceiling
     * @param available what is left, not counting what other calls hold; never negative
     * @param missing   by how much the reservation was too large
     * @param renewsAt  when the window is over; null: never
     */
    record Short(Account account, Book book, Window window, Usd available, Usd missing, Instant renewsAt)
            implements Decision {}
}
