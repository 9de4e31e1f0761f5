/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What spending can be told apart by. */
public enum SpendDimension {
    DAY("to_char(arrived_at at time zone 'UTC', 'YYYY-MM-DD')"),
    MONTH("to_char(arrived_at at time zone 'UTC', 'YYYY-MM')"),
    ORGANISATION("organisation"),
    TEAM("team"),
    FEATURE("feature"),
    CALLER("caller"),
    TASK("task"),
    MODEL("model"),
    DEPLOYMENT("deployment"),
    OUTCOME("outcome");

    private final String code = name().toLowerCase(Locale.ROOT);
    private final String sql;

    SpendDimension(String sql) {
        this.sql = sql;
    }

    /** As queries and reports name it, e.g. {@code task}. */
    public String code() {
        return code;
    }

    String sql() {
        return sql;
    }

    public static Optional<SpendDimension> of(String code) {
        return Arrays.stream(values())
                .filter(dimension -> dimension.code.equals(code))
                .findFirst();
    }

    public static List<String> codes() {
        return Arrays.stream(values()).map(SpendDimension::code).toList();
    }
}
