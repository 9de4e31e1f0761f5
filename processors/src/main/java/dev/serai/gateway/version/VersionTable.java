/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import dev.serai.gateway.reload.version.TaskTexts;

/** The tables task_version and task_text. Thread-safe. */
@Component
final class VersionTable {
    private static final String COLUMNS =
            "select task, sequence, hash, profile_version, created_at, created_by, reason from task_version ";

    private final JdbcClient jdbc;

    VersionTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The latest first. */
    List<Version> all(String task) {
        return jdbc.sql(COLUMNS + "where task = ? order by sequence desc")
                .param(task)
                .query((row, number) -> version(row))
                .list();
    }

    /** By task, how many there are. */
    Map<String, Integer> counts() {
        Map<String, Integer> counts = new HashMap<>();
        jdbc.sql("select task, count(*) as versions from task_version group by task")
                .query(row -> {
                    counts.put(row.getString("task"), row.getInt("versions"));
                });
        return counts;
    }

    /** Those that serve somebody, of all tasks. */
    List<Version> inUse() {
        return jdbc.sql(COLUMNS + "v where exists (select 1 from task_state s where s.task = v.task"
                        + " and (s.active = v.sequence or s.candidate = v.sequence))")
                .query((row, number) -> version(row))
                .list();
    }

    Optional<Version> find(String task, int sequence) {
        return jdbc.sql(COLUMNS + "where task = ? and sequence = ?")
                .params(task, sequence)
                .query((row, number) -> version(row))
                .optional();
    }

    Optional<Version> byHash(String task, String hash) {
        return jdbc.sql(COLUMNS + "where task = ? and hash = ?")
                .params(task, hash)
                .query((row, number) -> version(row))
                .optional();
    }

    TaskTexts texts(Version version) {
        TreeMap<String, String> texts = new TreeMap<>();
        jdbc.sql("select name, content from task_text where task = ? and sequence = ?")
                .params(version.task(), version.sequence())
                .query(row -> {
                    texts.put(row.getString("name"), row.getString("content"));
                });
        String route = jdbc.sql("select route from task_version where task = ? and sequence = ?")
                .params(version.task(), version.sequence())
                .query(String.class)
                .single();
        return new TaskTexts(version.task(), route, texts);
    }

    void insert(Version version, TaskTexts texts) {
        jdbc.sql("insert into task_version (task, sequence, hash, profile_version, created_at, created_by, reason,"
                        + " route) values (?, ?, ?, ?, ?, ?, ?, ?)")
                .params(
                        version.task(),
                        version.sequence(),
                        version.hash(),
                        version.profileVersion(),
                        time(version.created()),
                        version.by(),
                        version.why(),
                        texts.route())
                .update();
        texts.byName().forEach((name, content) -> jdbc.sql(
                        "insert into task_text (task, sequence, name, content) values (?, ?, ?, ?)")
                .params(version.task(), version.sequence(), name, content)
                .update());
    }

    void delete(Version version) {
        jdbc.sql("delete from task_version where task = ? and sequence = ?")
                .params(version.task(), version.sequence())
                .update();
    }

    private static Version version(ResultSet row) throws SQLException {
        return new Version(
                row.getString("task"),
                row.getInt("sequence"),
                row.getString("hash"),
                row.getString("profile_version"),
                instant(row, "created_at"),
                row.getString("created_by"),
                row.getString("reason"));
    }

    static OffsetDateTime time(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
