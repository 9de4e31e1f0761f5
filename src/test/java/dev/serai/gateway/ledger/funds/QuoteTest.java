/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.math.BigDecimal;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.price.Rates;
import dev.serai.llm.Usage;

import static org.assertj.core.api.Assertions.assertThat;

class QuoteTest {
    private static final Rates RATES =
            new Rates(null, null, BigDecimal.valueOf(15), BigDecimal.valueOf(75), null, null, null, null);
    private static final Quote QUOTE = new Quote("alpha", RATES, "v1", Usd.of("1"));

    @Test
    @DisplayName("L2: a cost is rounded half up to the billionth of a USD, once, from its exact sum")
    void isRoundedOnce() {
        Rates thirds =
                new Rates(null, null, new BigDecimal("0.0003"), new BigDecimal("0.0002"), null, null, null, null);
        // 0.3 and 0.2 billionths: each alone is nothing
        assertThat(new Quote("alpha", thirds, "v1", Usd.ZERO).settled(new Usage(1, 0, 0, 1, 0)))
                .isEqualTo(new Usd(1));
        assertThat(new Quote("alpha", thirds, "v1", Usd.ZERO).settled(new Usage(1, 0, 0, 0, 0)))
                .isEqualTo(Usd.ZERO);
    }

    @Test
    @DisplayName("L2: a number of tokens that cannot be does not overflow the accounts")
    void cannotOverflow() {
        assertThat(QUOTE.settled(new Usage(Long.MAX_VALUE, 0, 0, Long.MAX_VALUE, 0)))
                .isEqualTo(Usd.of("1000000"));
        assertThat(QUOTE.settled(new Usage(1_000_000, 0, 0, 1_000_000, 0))).isEqualTo(Usd.of("90"));
    }
}
