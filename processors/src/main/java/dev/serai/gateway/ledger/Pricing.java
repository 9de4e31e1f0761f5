/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.LocalDate;
import java.time.ZoneOffset;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.AttemptListener;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;

/**
 * Writes into every attempt what it has cost, those whose answer nobody got included: before anybody else hears of its end. A drill's costs
 * nothing: no provider was asked.
 */
@Component
@Order(0)
final class Pricing implements AttemptListener {
    private final Prices prices;

    Pricing(Prices prices) {
        this.prices = prices;
    }

    @Override
    public void ended(Call call, Deployment deployment, Attempt attempt) {
        if (attempt.usage() == null || attempt.drill() != null) {
            return;
        }
        PriceTable table = prices.current();
        table.rates(deployment.price(), LocalDate.ofInstant(call.arrived(), ZoneOffset.UTC))
                .ifPresent(rates -> attempt.cost(rates.cost(attempt.usage()), table.version()));
    }
}
