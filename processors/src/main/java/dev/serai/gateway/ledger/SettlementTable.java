/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.Batches;

import static dev.serai.gateway.database.SqlTimes.time;

/** The table of settlements. Thread-safe. */
final class SettlementTable {
    private static final String INSERT =
            "insert into ledger_settlement (call_id, arrived_at, settled_at, caller, organisation, team, task, feature,"
                    + " deployment, model, outcome, cost, credit, overrun, input_tokens, output_tokens, estimated, unpriced,"
                    + " swept) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String REPLACE =
            "update ledger_settlement set settled_at = ?, feature = ?, deployment = ?, model = ?, outcome = ?, cost = ?,"
                    + " credit = ?, overrun = ?, input_tokens = ?, output_tokens = ?, estimated = ?, unpriced = ?, swept = ?"
                    + " where call_id = ?";

    private final JdbcTemplate jdbc;

    SettlementTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Those of the calls that have been settled, and whether that was the sweeper's doing. */
    Map<String, Boolean> settled(Collection<String> callIds) {
        Map<String, Boolean> found = new HashMap<>();
        if (!callIds.isEmpty()) {
            jdbc.query(
                    "select call_id, swept from ledger_settlement where call_id = any(?)",
                    statement -> Batches.array(statement, 1, "varchar", callIds),
                    row -> {
                        found.put(row.getString("call_id"), row.getBoolean("swept"));
                    });
        }
        return found;
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
        setEnd(statement, 8, row);
    }

    /** Says of calls that were swept what they came to. */
    void replace(Collection<SettlementRow> rows, Instant now) {
        Batches.update(jdbc, REPLACE, rows, (statement, row) -> {
            statement.setObject(1, time(now));
            setEnd(statement, 2, row);
            statement.setString(14, row.callId());
        });
    }

    /** How it ended, from that parameter on. */
    private static void setEnd(PreparedStatement statement, int first, SettlementRow row) throws SQLException {
        Settlement.Answer answer = row.settlement().answer();
        int next = first;
        for (String text : Arrays.asList(answer.feature(), answer.deployment(), answer.model(), answer.outcome())) {
            statement.setString(next++, text);
        }
        long[] numbers = {
            row.cost().nanos(), row.credit().nanos(), row.overrun().nanos(), row.inputTokens(), row.outputTokens()
        };
        for (long number : numbers) {
            statement.setLong(next++, number);
        }
        for (CostFlag flag : List.of(CostFlag.ESTIMATED, CostFlag.UNPRICED, CostFlag.SWEPT)) {
            statement.setBoolean(next++, row.is(flag));
        }
    }
}
