/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import dev.serai.gateway.config.InvalidValueException;

/**
 * What customers' calls may be charged, in USD. Immutable.
 *
 * @param day   from midnight to midnight (UTC); null: no limit
 * @param month of the calendar (UTC); null: no limit
 * @param total for good, as for what was paid in advance; null: no limit
 */
public record Budget(BigDecimal day, BigDecimal month, BigDecimal total) {
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000);

    public Budget {
        amount("day", day);
        amount("month", month);
        amount("total", total);
        if (day == null && month == null && total == null) {
            throw new InvalidValueException("day", null, "is missing", "give one of day, month and total");
        }
    }

    /** An amount in USD that may be a limit, or null. */
    static BigDecimal amount(String key, BigDecimal value) {
        if (value != null && value.signum() < 0) {
            throw new InvalidValueException(key, value, "must not be negative", "give USD; 0 allows nothing");
        }
        if (value != null && value.compareTo(MOST) > 0) {
            throw new InvalidValueException(key, value, "is more than a billion USD", "leave it out for no limit");
        }
        return value;
    }

    /** The same as limits of an account. */
    List<Limit> limits(Account account) {
        List<Limit> limits = new ArrayList<>();
        add(limits, account, Window.DAY, day);
        add(limits, account, Window.MONTH, month);
        add(limits, account, Window.TOTAL, total);
        return limits;
    }

    private static void add(List<Limit> limits, Account account, Window window, BigDecimal amount) {
        if (amount != null) {
            limits.add(new Limit(account, Book.CREDIT, window, Usd.of(amount)));
        }
    }
}
