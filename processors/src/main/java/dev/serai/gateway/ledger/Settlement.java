/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import dev.serai.gateway.config.Rules;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;

/**
 * How a call ended in money; the one that is written for it.
 *
 * @param callId the call's request id
 * @param at     when the call arrived, as in its reservation
 * @param costs  all that providers charge for it; empty where nobody was asked
 * @param credit what the customer is to be charged: what neither was reserved nor is left is borne by the gateway
 */
public record Settlement(String callId, Payers payers, Instant at, Answer answer, List<CostEntry> costs, Usd credit) {
    public Settlement {
        Rules.required("callId", callId);
        Rules.required("payers", payers);
        // as exact as the database keeps it: no rounding may move it into the next day
        at = Rules.required("at", at).truncatedTo(ChronoUnit.MICROS);
        Rules.required("answer", answer);
        costs = List.copyOf(costs);
        if (Rules.required("credit", credit).isNegative()) {
            throw new IllegalArgumentException("a customer cannot be charged less than nothing");
        }
    }

    /**
     * What reports tell calls apart by.
     *
     * @param feature    the caller's; may be null
     * @param deployment the one that answered, or null
     * @param model      of it, or null
     * @param outcome    {@code ok} or the error class
     */
    public record Answer(String feature, String deployment, String model, String outcome) {
        public Answer {
            Rules.required("outcome", outcome);
        }
    }

    /** In the book {@link Book#COST}. */
    public Usd cost() {
        return costs.stream().map(CostEntry::amount).reduce(Usd.ZERO, Usd::plus);
    }
}
