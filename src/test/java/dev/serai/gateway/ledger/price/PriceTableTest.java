/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.price;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.llm.Usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PriceTableTest {
    private static final LocalDate DAY = LocalDate.of(2026, 11, 30);

    @TempDir
    Path config;

    @Test
    @DisplayName(
            "L9: each class of tokens has its rate, and a class without one is charged as the class that it is part of")
    void costOfEveryClass() throws IOException {
        // Given
        PriceTable table =
                read("a: { rates: [ { input: 2, cacheRead: 0.5, cacheWrite: 2.5, output: 8, reasoning: 10 } ] }");
        PriceTable plain = read("a: { rates: [ { input: 2, output: 8 } ] }");
        Usage usage = new Usage(100, 20, 10, 50, 5);
        // Then
        assertThat(table.rates("a", DAY).orElseThrow().cost(usage)).isEqualByComparingTo(new BigDecimal("0.000685"));
        assertThat(plain.rates("a", DAY).orElseThrow().cost(usage)).isEqualByComparingTo(new BigDecimal("0.0007"));
        assertThat(table.version()).isNotEqualTo(plain.version());
    }

    @Test
    @DisplayName("L9: rates hold from their first day to the day before 'until'")
    void rateOfTheDay() throws IOException {
        // Given
        PriceTable table =
                read("a: { rates: [ { until: '2026-12-01', input: 1 }, { from: '2026-12-01', input: 2 } ] }");
        // Then
        assertThat(table.rates("a", DAY).orElseThrow().input()).isEqualByComparingTo(BigDecimal.ONE);
        assertThat(table.rates("a", DAY.plusDays(1)).orElseThrow().input()).isEqualByComparingTo(BigDecimal.TWO);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: { rates: [ { output: 8 } ] }                                | rates[0].input is missing",
                "a: { rates: [] }                                               | rates is empty",
                "a: { rates: [ { input: -1 } ] }                                | must not be negative",
                "a: { rates: [ { input: 1, batch: 2 } ] }                       | must be between 0 and 1",
                "a: { rates: [ { input: 1, from: 'soon' } ] }                   | is not a day",
                "a: { rates: [ { input: 1, inptu: 1 } ] }                       | unknown key 'rates[0].inptu'",
                "a: { rates: [ { input: 1 }, { input: 2, from: '2026-12-01' } ] } | holds on days on which another one does",
                "b: { rates: [ { input: 1 } ] }                                 | 'a' is not in prices.yaml"
            })
    @DisplayName("C4: what cannot be a price is an error with its file and line")
    void errors(String entry, String problem) {
        assertThatThrownBy(() -> read(entry))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(problem)
                .hasMessageMatching("(?s).*(prices|deployments)[.]yaml:[0-9]+.*");
    }

    @Test
    @DisplayName("L5: without the file no price is known")
    void noFile() throws IOException {
        assertThat(PriceTable.read(config.resolve("prices.yaml"), UnaryOperator.identity(), deployments())
                        .rates("a", DAY))
                .isEmpty();
    }

    private PriceTable read(String entry) throws IOException {
        Path file = Files.writeString(config.resolve("prices.yaml"), "prices:\n  " + entry + "\n");
        return PriceTable.read(file, UnaryOperator.identity(), deployments());
    }

    private Deployments deployments() throws IOException {
        Path file = Files.writeString(config.resolve("deployments.yaml"), """
                deployments:
                  a:
                    uri: llm:sim/quick
                    region: eu
                    retention: none
                    dataClasses: [public]
                    contextWindow: 1000
                    maxOutputTokens: 100
                    price: a
                """);
        return Deployments.read(file, UnaryOperator.identity());
    }
}
