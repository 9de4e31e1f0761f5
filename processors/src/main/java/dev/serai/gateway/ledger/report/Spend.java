/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.report;

import java.util.List;

import dev.serai.gateway.ledger.budget.Usd;

/**
 * What some calls have cost.
 *
 * @param keys         what tells them from others, as the query asked; null where a call has none, such as no model that answered
 * @param calls        that ended
 * @param cost         what providers charge for them, the answers that nobody got included
 * @param charged      what the customers were charged
 * @param overrun      what customers owe beyond what they had, borne by the gateway
 * @param estimated    how much of {@code cost} is an estimate that no provider has confirmed
 * @param inputTokens  of all prompts, those read from and written to providers' caches included
 * @param outputTokens of all answers, reasoning included
 */
public record Spend(
        List<String> keys,
        long calls,
        Usd cost,
        Usd charged,
        Usd overrun,
        Usd estimated,
        long inputTokens,
        long outputTokens) {

    public static final Spend NOTHING = new Spend(List.of(), 0, Usd.ZERO, Usd.ZERO, Usd.ZERO, Usd.ZERO, 0, 0);
}
