/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.price;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Tariff;
import dev.serai.llm.Usage;

/** The price table in force. Thread-safe. */
public final class Prices implements Tariff {
    private volatile PriceTable current;

    public Prices(PriceTable current) {
        this.current = current;
    }

    public PriceTable current() {
        return current;
    }

    /** From now on attempts are priced by that table. */
    public void become(PriceTable table) {
        current = table;
    }

    @Override
    public Optional<BigDecimal> cost(Deployment deployment, Usage usage) {
        return current.rates(deployment.price(), LocalDate.now(ZoneOffset.UTC)).map(rates -> rates.cost(usage));
    }
}
