/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;

import dev.serai.gateway.ledger.budget.Usd;

/**
 * How a call ended, as it is kept.
 *
 * @param at      the time that its day and month are of
 * @param credit  what the customer was charged
 * @param overrun what the gateway bore beyond that
 */
record SettlementRow(Settlement settlement, Instant at, Usd credit, Usd overrun) {
    String callId() {
        return settlement.callId();
    }

    Usd cost() {
        return settlement.cost();
    }

    boolean is(CostFlag flag) {
        return settlement.costs().stream().anyMatch(cost -> cost.is(flag));
    }

    long inputTokens() {
        return settlement.costs().stream()
                .mapToLong(cost -> cost.tokens().promptTokens())
                .sum();
    }

    long outputTokens() {
        return settlement.costs().stream()
                .mapToLong(cost -> cost.tokens().completionTokens())
                .sum();
    }
}
