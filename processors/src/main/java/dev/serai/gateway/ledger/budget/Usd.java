/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An exact amount of money, which can be negative. A credit of a customer is one USD too.
 *
 * @param nanos billionths of a USD: finer than any bill
 */
public record Usd(long nanos) implements Comparable<Usd> {
    public static final Usd ZERO = new Usd(0);
    private static final int DIGITS = 9;

    /**
     * Of a number of USD, rounded half up to the nanodollar.
     *
     * @throws ArithmeticException above nine billion USD
     */
    public static Usd of(BigDecimal usd) {
        return new Usd(
                usd.setScale(DIGITS, RoundingMode.HALF_UP).unscaledValue().longValueExact());
    }

    public static Usd of(String usd) {
        return of(new BigDecimal(usd));
    }

    public Usd plus(Usd other) {
        return new Usd(Math.addExact(nanos, other.nanos));
    }

    public Usd minus(Usd other) {
        return new Usd(Math.subtractExact(nanos, other.nanos));
    }

    public Usd min(Usd other) {
        return nanos <= other.nanos ? this : other;
    }

    public Usd max(Usd other) {
        return nanos >= other.nanos ? this : other;
    }

    public boolean isZero() {
        return nanos == 0;
    }

    public boolean isNegative() {
        return nanos < 0;
    }

    /** In USD, without trailing zeros. */
    public BigDecimal toBigDecimal() {
        BigDecimal usd = BigDecimal.valueOf(nanos, DIGITS).stripTrailingZeros();
        return usd.scale() < 0 ? usd.setScale(0) : usd;
    }

    @Override
    public int compareTo(Usd other) {
        return Long.compare(nanos, other.nanos);
    }

    /** The number of USD, e.g. {@code 0.0125}. */
    @Override
    public String toString() {
        return toBigDecimal().toPlainString();
    }
}
