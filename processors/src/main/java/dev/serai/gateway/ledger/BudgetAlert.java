/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.Usd;

/**
 * An account has spent a share of what it may.
 *
 * @param id     by which it is known again: it may be heard more than once
 * @param period the first day of the window
 * @param level  in percent: 50, 80 or 100; 100 too where a call was refused because there is not enough left for it
 */
public record BudgetAlert(UUID id, Limit limit, LocalDate period, int level, Usd spent, Instant at) {

    /** {@code budget} or {@code ceiling}. */
    public String kind() {
        return limit.book() == Book.CREDIT ? "budget" : "ceiling";
    }
}
