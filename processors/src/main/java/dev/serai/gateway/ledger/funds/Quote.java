/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.math.BigDecimal;

import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.price.Rates;
import dev.serai.llm.Usage;

/**
 * What an attempt at a deployment may cost, by the price table of its beginning. Immutable.
 *
 * @param rates        those that stand in for a price that is not known, where it is not
 * @param priceVersion of the price table; null where no price is known
 * @param most         what is held for it; an answer that is longer than expected costs more
 */
record Quote(String deployment, Rates rates, String priceVersion, Usd most) {
    /** No attempt costs more: who reports so many tokens is wrong, and must not spoil the sums of an account. */
    private static final BigDecimal MOST_USD = BigDecimal.valueOf(1_000_000);

    boolean unpriced() {
        return priceVersion == null;
    }

    Usd of(Usage usage) {
        return Usd.of(rates.cost(usage).min(MOST_USD));
    }

    /** What is settled for an attempt that has used that much. */
    Usd settled(Usage usage) {
        return unpriced() ? most : of(usage);
    }
}
