/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;

import static dev.serai.gateway.database.SqlTimes.instant;
import static dev.serai.gateway.database.SqlTimes.time;

/** The table of alerts that are to be told of, and those that were. Thread-safe. */
final class AlertTable {
    private static final String INSERT =
            "insert into ledger_alert (id, account, book, time_window, period, limit_amount, level, spent, happened_at)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing";

    /** By the database's clock. Who finds a row claimed by another a moment ago, leaves it. */
    private static final String CLAIM =
            "update ledger_alert set claimed_by = ?, claimed_until = current_timestamp + interval '30' second"
                    + " where sent_at is null and (claimed_until is null or claimed_until < current_timestamp)";

    private final JdbcTemplate jdbc;

    AlertTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Keeps those of levels of a limit that nobody has come to yet, and returns them: while a limit is changed, instances can have
     * the old and the new one for some moments.
     */
    List<BudgetAlert> insert(Collection<BudgetAlert> alerts) {
        return alerts.stream()
                .filter(alert -> jdbc.update(INSERT, row -> set(row, alert)) == 1)
                .toList();
    }

    /** Those that were not told of yet, but for those that another instance is about to tell of; in their order. */
    List<BudgetAlert> claim(UUID holder) {
        jdbc.update(CLAIM, holder);
        return jdbc.query(
                "select * from ledger_alert where sent_at is null and claimed_by = ? order by happened_at, level",
                (row, number) -> alert(row),
                holder);
    }

    void sent(UUID id) {
        jdbc.update("update ledger_alert set sent_at = current_timestamp where id = ?", id);
    }

    /** Those that were told of more than a month ago. */
    void deleteOld() {
        jdbc.update("delete from ledger_alert where sent_at < current_timestamp - interval '31' day");
    }

    private static void set(PreparedStatement row, BudgetAlert alert) throws SQLException {
        row.setObject(1, alert.id());
        row.setString(2, alert.limit().account().toString());
        row.setString(3, alert.limit().book().name());
        row.setString(4, alert.limit().window().code());
        row.setObject(5, alert.period());
        row.setLong(6, alert.limit().amount().nanos());
        row.setInt(7, alert.level());
        row.setLong(8, alert.spent().nanos());
        row.setObject(9, time(alert.at()));
    }

    private static BudgetAlert alert(ResultSet row) throws SQLException {
        Limit limit = new Limit(
                Account.parse(row.getString("account")),
                Book.valueOf(row.getString("book")),
                Window.valueOf(row.getString("time_window").toUpperCase(Locale.ROOT)),
                new Usd(row.getLong("limit_amount")));
        return new BudgetAlert(
                row.getObject("id", UUID.class),
                limit,
                row.getObject("period", LocalDate.class),
                row.getInt("level"),
                new Usd(row.getLong("spent")),
                instant(row, "happened_at"));
    }
}
