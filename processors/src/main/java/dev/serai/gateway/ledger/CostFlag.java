/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.Locale;

/** What is not certain of a cost. */
public enum CostFlag {
    /** Tokens were counted by the gateway: the provider has not reported them. A provider's export can settle it. */
    ESTIMATED,
    /** No price was known: what was reserved is taken for the cost. */
    UNPRICED,
    /** The sweeper has written it. */
    SWEPT;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
