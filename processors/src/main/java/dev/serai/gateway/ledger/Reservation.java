/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import dev.serai.gateway.config.Rules;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;

/**
 * What a call may cost at most from here on, beside what has been reserved for it before.
 *
 * @param callId  the call's request id
 * @param at      when the call arrived: it says which day and month the money is of
 * @param amounts what the provider may charge, and the customer be charged
 * @param expires when nobody can be at work on the call any more: what it holds is then settled by the sweeper
 */
public record Reservation(String callId, Payers payers, Instant at, Amounts amounts, Instant expires) {
    public Reservation {
        Rules.required("callId", callId);
        Rules.required("payers", payers);
        // as exact as the database keeps it: no rounding may move it into the next day
        at = Rules.required("at", at).truncatedTo(ChronoUnit.MICROS);
        Rules.required("amounts", amounts);
        Rules.required("expires", expires);
    }

    /** In the two books; neither is negative. */
    public record Amounts(Usd cost, Usd credit) {
        public static final Amounts NONE = new Amounts(Usd.ZERO, Usd.ZERO);

        public Amounts {
            if (cost.isNegative() || credit.isNegative()) {
                throw new IllegalArgumentException("a negative amount cannot be reserved");
            }
        }

        public boolean areZero() {
            return cost.isZero() && credit.isZero();
        }

        public Usd in(Book book) {
            return book == Book.COST ? cost : credit;
        }

        public Amounts plus(Amounts other) {
            return new Amounts(cost.plus(other.cost), credit.plus(other.credit));
        }
    }
}
