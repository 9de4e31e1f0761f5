/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.Batches;
import dev.serai.gateway.database.SqlTimes;
import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/** Entries of the book of costs, to be corrected. Thread-safe. */
public final class CostRows {
    private static final String SELECT =
            "select e.*, s.caller, s.organisation, s.team, s.task, s.arrived_at, s.cost as call_cost,"
                    + " s.swept as call_swept, c.number as corrected_by,"
                    + " (select max(l.number) from ledger_entry l where l.call_id = e.call_id) as last_number"
                    + " from ledger_entry e join ledger_settlement s on s.call_id = e.call_id"
                    + " left join ledger_entry c on c.call_id = e.call_id and c.corrects = e.number"
                    + " where e.book = 'COST' and e.corrects is null and ";

    private static final String UPDATE =
            "update ledger_settlement set cost = cost + ?, input_tokens = input_tokens + ?, output_tokens = output_tokens + ?,"
                    + " estimated = estimated and ?, unpriced = unpriced and ? where call_id = ?";

    private final JdbcTemplate jdbc;

    public CostRows(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public List<CostRow> ofResponses(Collection<String> responseIds) {
        return find("e.response_id = any(?)", responseIds);
    }

    public List<CostRow> ofCalls(Collection<String> callIds) {
        return find("e.call_id = any(?)", callIds);
    }

    private List<CostRow> find(String where, Collection<String> ids) {
        return ids.isEmpty()
                ? List.of()
                : jdbc.query(
                        SELECT + where,
                        statement -> Batches.array(statement, 1, "varchar", ids),
                        (row, number) -> costRow(row));
    }

    /** What a correction changes of its call's sums. */
    record Change(String callId, Usd cost, long inputTokens, long outputTokens, boolean stillUncertain) {}

    void apply(Collection<Change> changes) {
        Batches.update(jdbc, UPDATE, changes, (row, change) -> {
            row.setLong(1, change.cost().nanos());
            row.setLong(2, change.inputTokens());
            row.setLong(3, change.outputTokens());
            row.setBoolean(4, change.stillUncertain());
            row.setBoolean(5, change.stillUncertain());
            row.setString(6, change.callId());
        });
    }

    private static CostRow costRow(ResultSet row) throws SQLException {
        Usage tokens = new Usage(
                row.getLong("input_tokens"),
                row.getLong("cache_read_tokens"),
                row.getLong("cache_write_tokens"),
                row.getLong("output_tokens"),
                row.getLong("reasoning_tokens"));
        Payers payers = new Payers(
                row.getString("caller"), row.getString("organisation"), row.getString("team"), row.getString("task"));
        return new CostRow(
                new CostRow.Key(row.getString("call_id"), row.getInt("number")),
                new CostRow.Paid(
                        Account.parse(row.getString("to_account")).name(),
                        row.getString("model"),
                        row.getString("response_id"),
                        tokens,
                        new Usd(row.getLong("amount"))),
                new CostRow.Call(
                        payers,
                        SqlTimes.instant(row, "arrived_at"),
                        row.getInt("last_number"),
                        new Usd(row.getLong("call_cost")),
                        row.getBoolean("call_swept")),
                row.getBoolean("estimated") || row.getBoolean("unpriced"),
                row.getObject("corrected_by", Integer.class));
    }
}
