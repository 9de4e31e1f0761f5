/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.key;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import dev.serai.gateway.identity.KeyHash;

/** The tables of keys. Thread-safe. */
@Component
final class KeyTable {
    private final JdbcClient jdbc;

    KeyTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The number of the latest change. */
    long revision() {
        return jdbc.sql("select revision from caller_key_revision where id = 1")
                .query(Long.class)
                .single();
    }

    /** The number of a change that is to be made; until the transaction ends, nobody else makes one. */
    long nextRevision() {
        jdbc.sql("update caller_key_revision set revision = revision + 1 where id = 1")
                .update();
        return revision();
    }

    List<CallerKey> all() {
        return jdbc.sql("select * from caller_key order by created_at, hash")
                .query((row, number) -> key(row))
                .list();
    }

    /** Makes its row, or brings it up to date. */
    void save(CallerKey key) {
        int updated = jdbc.sql(
                        "update caller_key set expires_at = ?, revoked_at = ?, revoked_by = ?, reason = ? where hash = ?")
                .param(time(key.expires()))
                .param(time(key.revoked()))
                .param(key.revokedBy())
                .param(key.reason())
                .param(key.hash().toString())
                .update();
        if (updated == 0) {
            insert(key);
        }
    }

    private void insert(CallerKey key) {
        jdbc.sql("insert into caller_key (hash, caller, in_file, hint, created_at, created_by, expires_at, revoked_at,"
                        + " revoked_by, reason) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .param(key.hash().toString())
                .param(key.caller())
                .param(key.inFile())
                .param(key.hint())
                .param(time(key.created()))
                .param(key.createdBy())
                .param(time(key.expires()))
                .param(time(key.revoked()))
                .param(key.revokedBy())
                .param(key.reason())
                .update();
    }

    /** A key was used at that time, and maybe later. */
    void used(KeyHash hash, Instant at) {
        int updated = jdbc.sql(
                        "update caller_key_use set used_at = case when used_at < ? then ? else used_at end where hash = ?")
                .params(time(at), time(at), hash.toString())
                .update();
        if (updated == 0) {
            jdbc.sql("insert into caller_key_use (hash, used_at) values (?, ?) on conflict do nothing")
                    .params(hash.toString(), time(at))
                    .update();
        }
    }

    /** When keys were used last, by hash. */
    Map<KeyHash, Instant> uses() {
        Map<KeyHash, Instant> uses = new HashMap<>();
        jdbc.sql("select hash, used_at from caller_key_use").query(row -> {
            uses.put(KeyHash.parse("hash", row.getString("hash")), instant(row, "used_at"));
        });
        return uses;
    }

    private static CallerKey key(ResultSet row) throws SQLException {
        return new CallerKey(
                KeyHash.parse("hash", row.getString("hash")),
                row.getString("caller"),
                row.getBoolean("in_file"),
                row.getString("hint"),
                instant(row, "created_at"),
                row.getString("created_by"),
                instant(row, "expires_at"),
                instant(row, "revoked_at"),
                row.getString("revoked_by"),
                row.getString("reason"));
    }

    private static OffsetDateTime time(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
