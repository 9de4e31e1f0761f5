/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.report;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * What is asked of the ledger.
 *
 * @param from  the first day (UTC) on which calls arrived
 * @param to    the last one
 * @param by    what the rows tell apart, in the order of their columns; empty for one row of everything
 * @param limit of rows
 */
public record SpendQuery(LocalDate from, LocalDate to, List<SpendDimension> by, int limit) {
    public SpendQuery {
        by = List.copyOf(by);
        if (to.isBefore(from)) {
            throw new IllegalArgumentException("the last day is before the first one");
        }
        if (limit < 1) {
            throw new IllegalArgumentException("at least one row has to be asked for");
        }
    }

    Instant begin() {
        return from.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    Instant end() {
        return to.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
