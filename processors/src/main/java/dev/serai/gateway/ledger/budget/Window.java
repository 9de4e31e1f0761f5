/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;

/** How long a limit holds before it renews; days and months are those of UTC. */
public enum Window {
    DAY {
        @Override
        LocalDate first(LocalDate day) {
            return day;
        }

        @Override
        LocalDate next(LocalDate day) {
            return day.plusDays(1);
        }
    },
    MONTH {
        @Override
        LocalDate first(LocalDate day) {
            return day.withDayOfMonth(1);
        }

        @Override
        LocalDate next(LocalDate day) {
            return first(day).plusMonths(1);
        }
    },
    /** It never renews: what was paid for in advance. */
    TOTAL {
        @Override
        LocalDate first(LocalDate day) {
            return LocalDate.EPOCH;
        }

        @Override
        LocalDate next(LocalDate day) {
            return null;
        }
    };

    abstract LocalDate first(LocalDate day);

    abstract LocalDate next(LocalDate day);

    /** The first day of the one that a moment is in; for {@link #TOTAL}, 1970-01-01. */
    public LocalDate period(Instant at) {
        return first(LocalDate.ofInstant(at, ZoneOffset.UTC));
    }

    /** When the one of that first day is over; empty: never. */
    public Optional<Instant> end(LocalDate period) {
        return Optional.ofNullable(next(period))
                .map(day -> day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    /** As it is written in {@code budgets.yaml}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
