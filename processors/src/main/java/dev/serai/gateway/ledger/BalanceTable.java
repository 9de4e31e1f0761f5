/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
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

    private static final Instant FOR_EVER = Instant.parse("9999-12-31T00:00:00Z");
    /** Entries of a book that count for a balance in it: what the gateway bears is nobody's. */
    private static final String ENTERED = "select coalesce(sum(e.amount), 0) from ledger_settlement s"
            + " join ledger_entry e on e.call_id = s.call_id where e.kind <> 'overrun' and e.book = '%s'";

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

    /** The number of the last entry. */
    long lastEntry() {
        return jdbc.queryForObject("select coalesce(max(sequence_number), 0) from ledger_entry", Long.class);
    }

    /** What the entries of its calls add up to, until one of them; in many queries, each of which is short. */
    Usd enteredUntil(BalanceKey key, long entry) {
        return byDay(
                key,
                (from, until) ->
                        sum(ENTERED.formatted(key.book()) + " and e.sequence_number <= ?", key, from, until, entry));
    }

    /** What the entries of its calls add up to that were written after one of them. */
    Usd enteredSince(BalanceKey key, long entry) {
        Window window = key.window();
        Instant end = window.end(key.period()).orElse(FOR_EVER);
        return sum(ENTERED.formatted(key.book()) + " and e.sequence_number > ?", key, start(key.period()), end, entry);
    }

    /** What its calls hold. */
    Usd holding(BalanceKey key) {
        Instant end = key.window().end(key.period()).orElse(FOR_EVER);
        return sum(
                "select coalesce(sum(s." + column(key) + "), 0) from ledger_hold s where true",
                key,
                start(key.period()),
                end);
    }

    /** What its settlements add up to. */
    private Usd settled(BalanceKey key) {
        String sql = "select coalesce(sum(s." + column(key) + "), 0) from ledger_settlement s where true";
        return byDay(key, (from, until) -> sum(sql, key, from, until));
    }

    private static String column(BalanceKey key) {
        return key.book().name().toLowerCase(Locale.ROOT);
    }

    /** Of some time. */
    @FunctionalInterface
    private interface Sum {
        Usd of(Instant from, Instant until);
    }

    /** A sum of months in one query could outlast the time after which a connection counts as lost. */
    private Usd byDay(BalanceKey key, Sum sum) {
        LocalDate day = day("min");
        if (day == null) {
            return Usd.ZERO;
        }
        day = day.isBefore(key.period()) ? key.period() : day;
        Instant end = key.window().end(key.period()).orElse(FOR_EVER);
        Usd total = Usd.ZERO;
        for (LocalDate last = day("max"); !day.isAfter(last) && start(day).isBefore(end); day = day.plusDays(1)) {
            total = total.plus(sum.of(start(day), start(day.plusDays(1))));
        }
        return total;
    }

    private LocalDate day(String which) {
        OffsetDateTime time =
                jdbc.queryForObject("select " + which + "(arrived_at) from ledger_settlement", OffsetDateTime.class);
        return time == null ? null : LocalDate.ofInstant(time.toInstant(), ZoneOffset.UTC);
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
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
            BalanceKey key = kept.key();
            mismatches.add(new Mismatch(key.toString(), "spent", kept.spent(), settled(key)));
            mismatches.add(new Mismatch(key.toString(), "held", kept.held(), holding(key)));
        }
        mismatches.removeIf(both -> both.kept().equals(both.sum()));
        return mismatches;
    }

    /** @param sql over {@code s}, up to the conditions that the account and the time make */
    private Usd sum(String sql, BalanceKey key, Instant from, Instant until, Object... others) {
        List<Object> parameters = new ArrayList<>(List.of(others));
        String account = account(key, parameters);
        parameters.add(time(from));
        parameters.add(time(until));
        return new Usd(jdbc.queryForObject(
                sql + account + " and s.arrived_at >= ? and s.arrived_at < ?", Long.class, parameters.toArray()));
    }

    private static String account(BalanceKey key, List<Object> parameters) {
        String name = key.account().name();
        return switch (key.account().kind()) {
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
        return " and s." + column + " = ?";
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
