/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.math.BigDecimal;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import dev.serai.gateway.ledger.price.Rates;

/**
 * How much is held for a call; docs/budgets.md tells what the properties mean.
 *
 * @param unknownInput  USD for a million prompt tokens where no price is known
 * @param unknownOutput the same for answer tokens
 * @param mostOutput    no longer an answer is reckoned with, whatever the request allows
 * @param percentile    of the answers that were long, which one is held for
 * @param samples       so many answers have to be known before they say anything
 * @param headroom      what is counted or learned is held so many times over
 */
@Component
record FundsSettings(
        @Value("${serai.ledger.unknown-price.input}") BigDecimal unknownInput,
        @Value("${serai.ledger.unknown-price.output}") BigDecimal unknownOutput,

        @Value("${serai.ledger.estimates.max-output-tokens}")
        int mostOutput,

        @Value("${serai.ledger.estimates.percentile}") int percentile,
        @Value("${serai.ledger.estimates.samples}") int samples,
        @Value("${serai.ledger.estimates.headroom}") double headroom) {

    private static final int MOST_SAMPLES = 500;

    FundsSettings {
        if (unknownInput.signum() < 0 || unknownOutput.signum() < 0) {
            throw new IllegalArgumentException("serai.ledger.unknown-price must not be negative");
        }
        if (mostOutput < 1) {
            throw new IllegalArgumentException("serai.ledger.estimates.max-output-tokens has to be 1 or more");
        }
        if (percentile < 1 || percentile > 100 || samples < 1 || samples > MOST_SAMPLES) {
            throw new IllegalArgumentException("serai.ledger.estimates.percentile has to be between 1 and 100, "
                    + "serai.ledger.estimates.samples between 1 and " + MOST_SAMPLES);
        }
        if (!(headroom >= 1 && headroom <= 10)) {
            throw new IllegalArgumentException("serai.ledger.estimates.headroom has to be between 1 and 10");
        }
    }

    /** What stands in for a price that is not known. */
    Rates unknownPrice() {
        return new Rates(null, null, unknownInput, unknownOutput, null, null, null, null);
    }
}
