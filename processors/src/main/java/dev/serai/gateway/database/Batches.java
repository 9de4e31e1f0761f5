/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ParameterizedPreparedStatementSetter;

/** Many rows in one exchange with the database. */
public final class Batches {
    private static final int MOST_ROWS = 1000;

    private Batches() {}

    public static <T> void update(
            JdbcTemplate jdbc, String sql, Collection<T> rows, ParameterizedPreparedStatementSetter<T> setter) {
        if (!rows.isEmpty()) {
            jdbc.batchUpdate(sql, rows, MOST_ROWS, setter);
        }
    }

    /** A parameter for {@code = any(?)}. */
    public static void array(PreparedStatement statement, int index, String type, Collection<?> values)
            throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf(type, values.toArray()));
    }
}
