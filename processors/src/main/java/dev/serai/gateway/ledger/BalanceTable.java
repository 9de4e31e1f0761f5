/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.Batches;
import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;

import static dev.serai.gateway.database.SqlTimes.time;

/** The table of balances. Thread-safe. */
public final class BalanceTable {
    private static final String UPDATE =
            "update ledger_balance set spent = ?, held = ?, limit_amount = ?, alerted = ? where account = ? and book = ?"
                    + " and time_window = ? and period = ?";
    private static final String INSERT =
            "insert into ledger_balance (spent, held, limit_amount, alerted, account, book, time_window, period)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?)";

    private final JdbcTemplate jdbc;

    public BalanceTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Those of the accounts in the periods; they are locked until the transaction ends, always in the same order. */
    List<Balance> lock(Set<Account> accounts, Set<LocalDate> periods) {
        return jdbc.query(
                "select * from ledger_balance where account = any(?) and period = any(?)"
                        + " order by account, book, time_window, period for update",
                row -> {
                    Batches.array(
                            row,
                            1,
                            "varchar",
                            accounts.stream().map(Account::toString).toList());
                    Batches.array(row, 2, "date", periods);
                },
                (row, number) -> balance(row));
    }

    List<Balance> all() {
        return jdbc.query("select * from ledger_balance", (row, number) -> balance(row));
    }

    void update(Collection<Balance> balances) {
        Batches.update(jdbc, UPDATE, balances, BalanceTable::set);
    }

    void insert(Balance balance) {
        Batches.update(jdbc, INSERT, List.of(balance), BalanceTable::set);
    }

    boolean exists(BalanceKey key) {
        return jdbc.queryForObject(
                        "select count(*) from ledger_balance where account = ? and book = ? and time_window = ? and period = ?",
                        Integer.class,
                        key.account().toString(),
                        key.book().name(),
                        key.window().code(),
                        key.period())
                > 0;
    }

    /** What its calls add up to. */
    Balance sums(BalanceKey key) {
        String column = key.book().name().toLowerCase(Locale.ROOT);
        return new Balance(key, sum(key, "ledger_settlement", column), sum(key, "ledger_hold", column), Usd.ZERO, 0);
    }

    /**
     * An amount that is not the sum of its calls.
     *
     * @param balance whose, in which book, window and period
     * @param what    {@code spent} or {@code held}
     */
    public record Mismatch(String balance, String what, Usd kept, Usd sum) {}

    /** Balances that are not the sums of their settlements and holds; for a snapshot. */
    public List<Mismatch> mismatches() {
        List<Mismatch> mismatches = new ArrayList<>();
        for (Balance kept : all()) {
            Balance sums = sums(kept.key());
            mismatches.add(new Mismatch(kept.key().toString(), "spent", kept.spent(), sums.spent()));
            mismatches.add(new Mismatch(kept.key().toString(), "held", kept.held(), sums.held()));
        }
        mismatches.removeIf(both -> both.kept().equals(both.sum()));
        return mismatches;
    }

    private Usd sum(BalanceKey key, String table, String column) {
        List<Object> parameters = new ArrayList<>();
        String where = where(key, parameters);
        return new Usd(jdbc.queryForObject(
                "select coalesce(sum(" + column + "), 0) from " + table + where, Long.class, parameters.toArray()));
    }

    private static String where(BalanceKey key, List<Object> parameters) {
        parameters.add(time(key.period().atStartOfDay(ZoneOffset.UTC).toInstant()));
        String where = " where arrived_at >= ?";
        Instant end = key.window().end(key.period()).orElse(null);
        if (end != null) {
            parameters.add(time(end));
            where += " and arrived_at < ?";
        }
        String name = key.account().name();
        return where
                + switch (key.account().kind()) {
                    case GATEWAY -> "";
                    case ORGANISATION -> is("organisation", name, parameters);
                    case TEAM -> {
                        int slash = name.indexOf('/');
                        yield is("organisation", name.substring(0, slash), parameters)
                                + is("team", name.substring(slash + 1), parameters);
                    }
                    case TASK -> is("task", name, parameters);
                    case CALLER -> is("caller", name, parameters);
                    case DEPLOYMENT, OVERRUN -> throw new IllegalArgumentException(name + " has no balance");
                };
    }

    private static String is(String column, String value, List<Object> parameters) {
        parameters.add(value);
        return " and " + column + " = ?";
    }

    private static void set(PreparedStatement row, Balance balance) throws SQLException {
        row.setLong(1, balance.spent().nanos());
        row.setLong(2, balance.held().nanos());
        row.setLong(3, balance.limit().nanos());
        row.setInt(4, balance.alerted());
        row.setString(5, balance.key().account().toString());
        row.setString(6, balance.key().book().name());
        row.setString(7, balance.key().window().code());
        row.setObject(8, balance.key().period());
    }

    private static Balance balance(ResultSet row) throws SQLException {
        BalanceKey key = new BalanceKey(
                Account.parse(row.getString("account")),
                Book.valueOf(row.getString("book")),
                Window.valueOf(row.getString("time_window").toUpperCase(Locale.ROOT)),
                row.getObject("period", LocalDate.class));
        return new Balance(
                key,
                new Usd(row.getLong("spent")),
                new Usd(row.getLong("held")),
                new Usd(row.getLong("limit_amount")),
                row.getInt("alerted"));
    }
}
