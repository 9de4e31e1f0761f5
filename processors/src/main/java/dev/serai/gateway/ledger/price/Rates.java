/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.price;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;
import dev.serai.llm.Usage;

/**
 * What a provider charges for a model from one day to another, in USD per million tokens. Immutable.
 *
 * @param from       the first day (UTC), or null: since ever
 * @param until      the day after the last one (UTC), or null: no end is known
 * @param input      prompt tokens
 * @param output     answer tokens; nothing unless given, as for vectors
 * @param cacheRead  prompt tokens read from the provider's cache; as {@code input} unless given
 * @param cacheWrite prompt tokens written to the provider's cache; as {@code input} unless given
 * @param reasoning  reasoning tokens; as {@code output} unless given
 * @param batch      the share of all these that the provider's batch API charges; 1 unless given
 */
public record Rates(
        String from,
        String until,
        BigDecimal input,
        BigDecimal output,
        BigDecimal cacheRead,
        BigDecimal cacheWrite,
        BigDecimal reasoning,
        BigDecimal batch) {
    private static final int PER_TOKENS_DIGITS = 6;
    /** Of a USD: finer than any bill. */
    private static final int DIGITS = 9;

    public Rates {
        day("from", from);
        day("until", until);
        if (from != null && until != null && from.compareTo(until) >= 0) {
            throw new InvalidValueException("until", until, "must be after 'from'", "give the day after the last one");
        }
        input = amount("input", Rules.required("input", input));
        output = amount("output", Rules.orElse(output, BigDecimal.ZERO));
        cacheRead = amount("cacheRead", Rules.orElse(cacheRead, input));
        cacheWrite = amount("cacheWrite", Rules.orElse(cacheWrite, input));
        reasoning = amount("reasoning", Rules.orElse(reasoning, output));
        batch = amount("batch", Rules.orElse(batch, BigDecimal.ONE));
        if (batch.compareTo(BigDecimal.ONE) > 0) {
            throw new InvalidValueException("batch", batch, "must be between 0 and 1", "0.5 is half price");
        }
    }

    private static BigDecimal amount(String key, BigDecimal value) {
        if (value.signum() < 0) {
            throw new InvalidValueException(key, value, "must not be negative", "give USD per million tokens");
        }
        return value;
    }

    private static void day(String key, String value) {
        try {
            if (value != null) {
                LocalDate.parse(value);
            }
        } catch (java.time.format.DateTimeParseException e) {
            throw new InvalidValueException(key, value, "is not a day", "write it as 2026-11-30, in quotes");
        }
    }

    boolean holdOn(LocalDate day) {
        String text = day.toString();
        return (from == null || from.compareTo(text) <= 0) && (until == null || text.compareTo(until) < 0);
    }

    /** In USD, to the nanodollar. */
    public BigDecimal cost(Usage usage) {
        return times(input, usage.input())
                .add(times(cacheRead, usage.cacheRead()))
                .add(times(cacheWrite, usage.cacheWrite()))
                .add(times(output, usage.output()))
                .add(times(reasoning, usage.reasoning()))
                .movePointLeft(PER_TOKENS_DIGITS)
                .setScale(DIGITS, RoundingMode.HALF_UP)
                .stripTrailingZeros();
    }

    private static BigDecimal times(BigDecimal rate, long tokens) {
        return rate.multiply(BigDecimal.valueOf(tokens));
    }
}
