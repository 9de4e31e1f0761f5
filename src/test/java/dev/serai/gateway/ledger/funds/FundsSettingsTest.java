/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.math.BigDecimal;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

@DisplayName("L1, L5: a setting that makes no sense stops the start, and is named")
class FundsSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "-1, 25, 4096, 95, 50, 1.2, unknown-price",
        "5, -1, 4096, 95, 50, 1.2, unknown-price",
        "5, 25, 0, 95, 50, 1.2, max-output-tokens",
        "5, 25, 4096, 0, 50, 1.2, percentile",
        "5, 25, 4096, 101, 50, 1.2, percentile",
        "5, 25, 4096, 95, 0, 1.2, samples",
        "5, 25, 4096, 95, 501, 1.2, samples",
        "5, 25, 4096, 95, 50, 0.9, headroom",
        "5, 25, 4096, 95, 50, NaN, headroom"
    })
    void isRefused(
            BigDecimal input, BigDecimal output, int most, int percentile, int samples, double headroom, String key) {
        assertThatThrownBy(() -> new FundsSettings(input, output, most, percentile, samples, headroom))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("serai.ledger.")
                .hasMessageContaining(key);
    }
}
