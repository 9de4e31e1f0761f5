/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.Batches;

import static dev.serai.gateway.database.SqlTimes.time;

/** The table of settlements. Thread-safe. */
final class SettlementTable {
    private static final String INSERT =
            "insert into ledger_settlement (call_id, arrived_at, settled_at, caller, organisation, team, task, feature,"
                    + " deployment, model, outcome, cost, credit, overrun, input_tokens, output_tokens, estimated, unpriced,"
                    + " swept) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final JdbcTemplate jdbc;

    SettlementTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Those of the calls that have been settled. */
    Set<String> settled(Collection<String> callIds) {
        if (callIds.isEmpty()) {
            return Set.of();
        }
        List<String> found = jdbc.query(
                "select call_id from ledger_settlement where call_id = any(?)",
                row -> Batches.array(row, 1, "varchar", callIds),
                (row, number) -> row.getString("call_id"));
        return new HashSet<>(found);
    }

    /** Fails with a {@link org.springframework.dao.DuplicateKeyException} where another instance has settled one. */
    void insert(Collection<SettlementRow> rows, Instant now) {
        Batches.update(jdbc, INSERT, rows, (statement, row) -> set(statement, row, now));
    }

    private static void set(PreparedStatement statement, SettlementRow row, Instant now) throws SQLException {
        Settlement settlement = row.settlement();
        statement.setString(1, row.callId());
        statement.setObject(2, time(row.at()));
        statement.setObject(3, time(now));
        statement.setString(4, settlement.payers().caller());
        statement.setString(5, settlement.payers().organisation());
        statement.setString(6, settlement.payers().team());
        statement.setString(7, settlement.payers().task());
        statement.setString(8, settlement.answer().feature());
        statement.setString(9, settlement.answer().deployment());
        statement.setString(10, settlement.answer().model());
        statement.setString(11, settlement.answer().outcome());
        statement.setLong(12, row.cost().nanos());
        statement.setLong(13, row.credit().nanos());
        statement.setLong(14, row.overrun().nanos());
        statement.setLong(15, row.inputTokens());
        statement.setLong(16, row.outputTokens());
        statement.setBoolean(17, row.is(CostFlag.ESTIMATED));
        statement.setBoolean(18, row.is(CostFlag.UNPRICED));
        statement.setBoolean(19, row.is(CostFlag.SWEPT));
    }
}
