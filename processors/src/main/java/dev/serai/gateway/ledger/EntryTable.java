/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.Batches;
import dev.serai.gateway.ledger.EntryRow.PaidFor;

import static dev.serai.gateway.database.SqlTimes.time;

/** The table of entries: rows are added and read, never changed. Thread-safe. */
final class EntryTable {
    private static final String INSERT =
            "insert into ledger_entry (call_id, number, book, from_account, to_account, amount, written_at, kind, model,"
                    + " response_id, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, reasoning_tokens,"
                    + " price_version, estimated, unpriced, swept, corrects)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final JdbcTemplate jdbc;

    EntryTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    void insert(Collection<EntryRow> entries, Instant now) {
        Batches.update(jdbc, INSERT, entries, (statement, entry) -> set(statement, entry, now));
    }

    private static void set(PreparedStatement statement, EntryRow entry, Instant now) throws SQLException {
        statement.setString(1, entry.callId());
        statement.setInt(2, entry.number());
        statement.setString(3, entry.move().book().name());
        statement.setString(4, entry.move().from().toString());
        statement.setString(5, entry.move().to().toString());
        statement.setLong(6, entry.move().amount().nanos());
        statement.setObject(7, time(now));
        set(statement, entry.paidFor());
        statement.setObject(20, entry.corrects(), java.sql.Types.INTEGER);
    }

    private static void set(PreparedStatement statement, PaidFor paidFor) throws SQLException {
        statement.setString(8, paidFor.kind());
        statement.setString(9, paidFor.model());
        statement.setString(10, paidFor.responseId());
        statement.setLong(11, paidFor.tokens().input());
        statement.setLong(12, paidFor.tokens().cacheRead());
        statement.setLong(13, paidFor.tokens().cacheWrite());
        statement.setLong(14, paidFor.tokens().output());
        statement.setLong(15, paidFor.tokens().reasoning());
        statement.setString(16, paidFor.priceVersion());
        statement.setBoolean(17, paidFor.flags().contains(CostFlag.ESTIMATED));
        statement.setBoolean(18, paidFor.flags().contains(CostFlag.UNPRICED));
        statement.setBoolean(19, paidFor.flags().contains(CostFlag.SWEPT));
    }
}
