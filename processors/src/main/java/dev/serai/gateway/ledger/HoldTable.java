/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.Batches;
import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;

import static dev.serai.gateway.database.SqlTimes.instant;
import static dev.serai.gateway.database.SqlTimes.time;

/** The table of holds. Thread-safe. */
final class HoldTable {
    private static final String INSERT =
            "insert into ledger_hold (id, call_id, caller, organisation, team, task, arrived_at, expires_at, cost, credit)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final JdbcTemplate jdbc;

    HoldTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    void insert(Collection<Hold> holds) {
        Batches.update(jdbc, INSERT, holds, HoldTable::set);
    }

    private static void set(PreparedStatement row, Hold hold) throws SQLException {
        row.setObject(1, hold.id());
        row.setString(2, hold.callId());
        row.setString(3, hold.payers().caller());
        row.setString(4, hold.payers().organisation());
        row.setString(5, hold.payers().team());
        row.setString(6, hold.payers().task());
        row.setObject(7, time(hold.at()));
        row.setObject(8, time(hold.expires()));
        row.setLong(9, hold.amounts().cost().nanos());
        row.setLong(10, hold.amounts().credit().nanos());
    }

    List<Hold> ofCalls(Collection<String> callIds) {
        if (callIds.isEmpty()) {
            return List.of();
        }
        return jdbc.query(
                "select * from ledger_hold where call_id = any(?)",
                row -> Batches.array(row, 1, "varchar", callIds),
                (row, number) -> hold(row));
    }

    /** Those of calls all of whose holds have expired. */
    List<Hold> expired(Instant now, int calls) {
        return jdbc.query(
                "select * from ledger_hold where call_id in (select call_id from ledger_hold group by call_id"
                        + " having max(expires_at) < ? order by call_id limit ?)",
                (row, number) -> hold(row),
                time(now),
                calls);
    }

    /** Takes them away; they have to be there still. */
    void delete(Collection<Hold> holds) {
        if (holds.isEmpty()) {
            return;
        }
        List<UUID> ids = holds.stream().map(Hold::id).toList();
        int deleted =
                jdbc.update("delete from ledger_hold where id = any(?)", row -> Batches.array(row, 1, "uuid", ids));
        if (deleted != ids.size()) {
            throw new ConcurrencyFailureException("another instance has taken away a hold");
        }
    }

    private static Hold hold(ResultSet row) throws SQLException {
        return new Hold(
                row.getObject("id", UUID.class),
                row.getString("call_id"),
                new Payers(
                        row.getString("caller"),
                        row.getString("organisation"),
                        row.getString("team"),
                        row.getString("task")),
                instant(row, "arrived_at"),
                new Amounts(new Usd(row.getLong("cost")), new Usd(row.getLong("credit"))),
                instant(row, "expires_at"),
                true);
    }
}
