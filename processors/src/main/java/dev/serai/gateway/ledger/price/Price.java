/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.price;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;

/**
 * One entry of {@code config/prices.yaml}. Immutable.
 *
 * @param rates those that hold one after the other; no day has two
 */
public record Price(List<Rates> rates) {
    public Price {
        rates = List.copyOf(Rules.filled("rates", rates));
        for (int i = 0; i < rates.size(); i++) {
            for (int j = i + 1; j < rates.size(); j++) {
                if (overlap(rates.get(i), rates.get(j))) {
                    throw new InvalidValueException(
                            "rates[" + j + "]",
                            null,
                            "holds on days on which another one does",
                            "end the earlier one with 'until', and begin the later one with 'from'");
                }
            }
        }
    }

    private static boolean overlap(Rates one, Rates other) {
        return before(one.from(), other.until()) && before(other.from(), one.until());
    }

    private static boolean before(String from, String until) {
        return from == null || until == null || from.compareTo(until) < 0;
    }

    /** Those of a day; empty where none are known. */
    public Optional<Rates> on(LocalDate day) {
        return rates.stream().filter(rate -> rate.holdOn(day)).findFirst();
    }
}
