/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.database;

import java.sql.SQLException;

import org.flywaydb.core.api.FlywayException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;

/** Tells the operator of a start that failed on the database what to mend, instead of a stack trace. */
final class DatabaseFailureAnalyzer implements FailureAnalyzer {
    /** H2's DATABASE_ALREADY_OPEN_1. */
    private static final int HELD_BY_ANOTHER = 90020;
    /** The class of connection failures in SQL's standard. */
    private static final String NO_CONNECTION = "08";

    private static final String REFUSED = "28";

    private final Environment environment;

    DatabaseFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public FailureAnalysis analyze(Throwable failure) {
        SQLException cause = find(SQLException.class, failure);
        if (cause != null) {
            return analyze(cause, failure);
        }
        FlywayException flyway = find(FlywayException.class, failure);
        return flyway == null
                ? null
                : new FailureAnalysis(
                        "The database's tables are not as this version of Serai needs them: " + flyway.getMessage(),
                        "Use a database of its own for Serai, and no version of Serai older than the one that made it.",
                        failure);
    }

    private FailureAnalysis analyze(SQLException cause, Throwable failure) {
        if (cause.getErrorCode() == HELD_BY_ANOTHER) {
            return new FailureAnalysis(
                    "The database in " + environment.getProperty("serai.home", ".")
                            + "/data is in use: another Serai runs with the same home.",
                    "Stop that one, or give this one a home of its own (--serai.home=…). Instances of one fleet share a "
                            + "PostgreSQL: set spring.datasource.url, username and password.",
                    failure);
        }
        String state = String.valueOf(cause.getSQLState());
        if (state.startsWith(NO_CONNECTION)) {
            return new FailureAnalysis(
                    "The database cannot be reached: " + cause.getMessage(),
                    "Start it, or mend spring.datasource.url. Serai starts with a database only: it says which versions of "
                            + "tasks are active.",
                    failure);
        }
        if (state.startsWith(REFUSED)) {
            return new FailureAnalysis(
                    "The database refuses the credentials: " + cause.getMessage(),
                    "Mend spring.datasource.username and spring.datasource.password.",
                    failure);
        }
        return null;
    }

    private static <T> T find(Class<T> type, Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        return null;
    }
}
