/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Usd;

/**
 * Adds up what was spent. The cost is told by the model that it was paid for, so that a hedge's loser stands with its own
 * model; calls and charges by the one that answered. Thread-safe; a database that is away shows as Spring's
 * {@link org.springframework.dao.DataAccessException}.
 */
@Component
public final class SpendReports {
    /** Each entry of a cost, and each settlement, as rows of one kind: what one knows and the other does not is nothing. */
    private static final String ROWS = """
            select s.arrived_at, s.organisation, s.team, s.feature, s.caller, s.task, s.outcome,
                   e.model, substring(e.to_account from :name) as deployment,
                   0 as calls, e.amount as cost, 0 as charged, 0 as overrun,
                   case when e.estimated and c.call_id is null then e.amount else 0 end as estimated,
                   case when c.call_id is null
                        then e.input_tokens + e.cache_read_tokens + e.cache_write_tokens else 0 end as input_tokens,
                   case when c.call_id is null then e.output_tokens + e.reasoning_tokens else 0 end as output_tokens
            from ledger_settlement s
            join ledger_entry e on e.call_id = s.call_id and e.book = 'COST'
            left join ledger_entry c on c.call_id = e.call_id and c.corrects = e.number
            where s.arrived_at >= :begin and s.arrived_at < :end
            union all
            select s.arrived_at, s.organisation, s.team, s.feature, s.caller, s.task, s.outcome,
                   s.model, s.deployment,
                   1, 0, s.credit, s.overrun, 0, 0, 0
            from ledger_settlement s
            where s.arrived_at >= :begin and s.arrived_at < :end
            """;

    private static final String SUMS = """
            sum(calls) as calls, sum(cost) as cost, sum(charged) as charged, sum(overrun) as overrun,
            sum(estimated) as estimated, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens
            """;

    private final JdbcClient database;

    public SpendReports(JdbcClient database) {
        this.database = database;
    }

    /** In the order of their keys; no more than asked for. */
    public List<Spend> rows(SpendQuery query) {
        if (query.by().isEmpty()) {
            return List.of(total(query));
        }
        String keys =
                query.by().stream().map(by -> by.sql() + " as key_" + by.code()).collect(Collectors.joining(", "));
        String names = query.by().stream().map(by -> "key_" + by.code()).collect(Collectors.joining(", "));
        String sql = "select " + names + ", " + SUMS + " from (select " + keys
                + ", calls, cost, charged, overrun, estimated,"
                + " input_tokens, output_tokens from (" + ROWS + ") parts) keyed group by " + names + " order by "
                + names
                + " limit :limit";
        return ask(query, sql)
                .param("limit", query.limit())
                .query((row, number) -> spend(row, keys(query.by(), row)))
                .list();
    }

    /** Of all calls in the days of the query. */
    public Spend total(SpendQuery query) {
        String sql = "select " + SUMS + " from (" + ROWS + ") parts";
        return ask(query, sql)
                .query((row, number) -> row.getObject("calls") == null ? Spend.NOTHING : spend(row, List.of()))
                .single();
    }

    private JdbcClient.StatementSpec ask(SpendQuery query, String sql) {
        return database.sql(sql)
                .param("name", Account.Kind.DEPLOYMENT.prefix().length() + 1)
                .param("begin", query.begin().atOffset(ZoneOffset.UTC))
                .param("end", query.end().atOffset(ZoneOffset.UTC));
    }

    private static List<String> keys(List<SpendDimension> by, ResultSet row) throws SQLException {
        List<String> keys = new ArrayList<>();
        for (SpendDimension dimension : by) {
            keys.add(row.getString("key_" + dimension.code()));
        }
        return keys;
    }

    private static Spend spend(ResultSet row, List<String> keys) throws SQLException {
        return new Spend(
                keys,
                row.getLong("calls"),
                usd(row, "cost"),
                usd(row, "charged"),
                usd(row, "overrun"),
                usd(row, "estimated"),
                row.getLong("input_tokens"),
                row.getLong("output_tokens"));
    }

    private static Usd usd(ResultSet row, String column) throws SQLException {
        return new Usd(row.getLong(column));
    }
}
