/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import static dev.serai.gateway.version.VersionTable.instant;
import static dev.serai.gateway.version.VersionTable.time;

/** The table task_event. Thread-safe. */
@Component
final class EventTable {
    private final JdbcClient jdbc;

    EventTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void insert(VersionEvent event) {
        jdbc.sql(
                        "insert into task_event (task, revision, action, from_sequence, to_sequence, share, happened_at, who, why)"
                                + " values (?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .param(event.task())
                .param(event.revision())
                .param(event.action().code())
                .param(event.from())
                .param(event.to())
                .param(event.share())
                .param(time(event.at()))
                .param(event.deed().who())
                .param(event.deed().why())
                .update();
    }

    /** The latest first. */
    List<VersionEvent> latest(String task, int limit) {
        return jdbc.sql("select * from task_event where task = ? order by revision desc limit ?")
                .params(task, limit)
                .query((row, number) -> event(row))
                .list();
    }

    /** By task, the latest change that gave the version that is active to all callers. */
    Map<String, VersionEvent> activations() {
        Map<String, VersionEvent> latest = new HashMap<>();
        jdbc.sql("select e.* from task_event e join (select task, max(revision) as revision from task_event"
                        + " where action in ('promote', 'rollback') group by task) l"
                        + " on e.task = l.task and e.revision = l.revision")
                .query((row, number) -> event(row))
                .list()
                .forEach(event -> latest.put(event.task(), event));
        return latest;
    }

    /** The number of the version that served before that one was last promoted. */
    Optional<Integer> before(String task, int sequence) {
        return jdbc.sql("select from_sequence from task_event where task = ? and to_sequence = ? and action = ?"
                        + " and from_sequence is not null order by revision desc limit 1")
                .params(task, sequence, VersionEvent.Action.PROMOTE.code())
                .query(Integer.class)
                .optional();
    }

    /** By number, the revision with which each version came into use the last time. */
    Map<Integer, Long> lastUses(String task) {
        Map<Integer, Long> uses = new HashMap<>();
        jdbc.sql("select to_sequence, max(revision) as used from task_event where task = ? and to_sequence is not null"
                        + " group by to_sequence")
                .param(task)
                .query(row -> {
                    uses.put(row.getInt("to_sequence"), row.getLong("used"));
                });
        return uses;
    }

    private static VersionEvent event(ResultSet row) throws SQLException {
        return new VersionEvent(
                row.getString("task"),
                row.getLong("revision"),
                VersionEvent.Action.of(row.getString("action")),
                row.getObject("from_sequence", Integer.class),
                row.getObject("to_sequence", Integer.class),
                row.getObject("share", Integer.class),
                instant(row, "happened_at"),
                new Deed(row.getString("who"), row.getString("why")));
    }
}
