/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.List;
import java.util.UUID;

import org.springframework.jdbc.core.JdbcTemplate;

/** How transactions of writers keep out of each other's way. Thread-safe. */
final class WriterTable {
    /** A name for the lock in PostgreSQL that all instances use: any number that nobody else takes. */
    private static final long LOCK = 0x5e7a1_1ed9e7L;

    /** The row that H2's transactions lock. */
    private static final UUID NOBODY = new UUID(0, 0);

    private final JdbcTemplate jdbc;
    private volatile Boolean postgres;

    WriterTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Notes that a batch is being written; false where it has been already. It waits for the end of an earlier transaction of
     * the same writer that this process has lost sight of.
     */
    boolean begin(UUID writer, long batch) {
        int updated =
                jdbc.update("update ledger_writer set batch = ? where writer = ? and batch < ?", batch, writer, batch);
        if (updated > 0) {
            return true;
        }
        List<Long> last = jdbc.queryForList("select batch from ledger_writer where writer = ?", Long.class, writer);
        if (last.isEmpty()) {
            jdbc.update("insert into ledger_writer (writer, batch) values (?, ?)", writer, batch);
            return true;
        }
        return false;
    }

    /** Until the transaction ends, no balance is opened. */
    void keepBalances() {
        if (isPostgres()) {
            jdbc.query("select pg_advisory_xact_lock_shared(?)", row -> {}, LOCK);
        } else {
            lockRow();
        }
    }

    /** Until the transaction ends, nobody writes to the ledger. */
    void keepOut() {
        if (isPostgres()) {
            jdbc.query("select pg_advisory_xact_lock(?)", row -> {}, LOCK);
        } else {
            lockRow();
        }
    }

    /** H2 knows no shared locks, and has one thread that writes to the ledger: none is needed. */
    private void lockRow() {
        jdbc.query("select batch from ledger_writer where writer = ? for update", row -> {}, NOBODY);
    }

    private boolean isPostgres() {
        if (postgres == null) {
            postgres = jdbc.execute((java.sql.Connection connection) ->
                    "PostgreSQL".equals(connection.getMetaData().getDatabaseProductName()));
        }
        return postgres;
    }
}
