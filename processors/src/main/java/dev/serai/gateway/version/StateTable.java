/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import static dev.serai.gateway.version.VersionTable.instant;
import static dev.serai.gateway.version.VersionTable.time;

/** The table task_state. Thread-safe. */
@Component
final class StateTable {
    private static final String UPDATE = """
            update task_state set revision = ?, active = ?, candidate = ?, share = ?, watch = ?, watch_subject = ?,
              watch_baseline = ?, watch_until = ?, error_margin = ?, invalid_margin = ?, minimum_calls = ?, revert_at = ?,
              changed_at = ? where task = ?""";

    private final JdbcClient jdbc;

    StateTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The database's clock, which is the same for all instances. */
    Instant now() {
        return jdbc.sql("select current_timestamp as now_")
                .query((row, number) -> instant(row, "now_"))
                .single();
    }

    List<TaskState> all() {
        return jdbc.sql("select * from task_state order by task")
                .query((row, number) -> state(row))
                .list();
    }

    Optional<TaskState> find(String task) {
        return select("select * from task_state where task = ?", task);
    }

    /** Keeps everybody else from changing the task until the transaction ends. */
    Optional<TaskState> lock(String task) {
        return select("select * from task_state where task = ? for update", task);
    }

    private Optional<TaskState> select(String sql, String task) {
        return jdbc.sql(sql).param(task).query((row, number) -> state(row)).optional();
    }

    /** Makes the row of a task that has none. */
    void ensure(String task) {
        jdbc.sql(
                        "insert into task_state (task, revision, last_sequence, changed_at) values (?, 0, 0, current_timestamp)"
                                + " on conflict do nothing")
                .param(task)
                .update();
    }

    /** The number for the next version; the row has to be locked. */
    int nextSequence(String task) {
        jdbc.sql("update task_state set last_sequence = last_sequence + 1 where task = ?")
                .param(task)
                .update();
        return jdbc.sql("select last_sequence from task_state where task = ?")
                .param(task)
                .query(Integer.class)
                .single();
    }

    void update(TaskState state) {
        Rollout rollout = state.rollout();
        Watch watch = state.watch();
        RollbackRule rule = watch == null ? null : watch.rule();
        jdbc.sql(UPDATE)
                .param(state.revision())
                .param(state.active())
                .param(rollout == null ? null : rollout.candidate())
                .param(rollout == null ? null : rollout.share())
                .param(watch == null ? null : watch.id())
                .param(watch == null ? null : watch.subject())
                .param(watch == null ? null : watch.baseline())
                .param(watch == null ? null : time(watch.until()))
                .param(rule == null ? null : rule.errorMargin())
                .param(rule == null ? null : rule.invalidMargin())
                .param(rule == null ? null : rule.minimumCalls())
                .param(time(state.revertAt()))
                .param(time(state.changedAt()))
                .param(state.task())
                .update();
    }

    private static TaskState state(ResultSet row) throws SQLException {
        Integer candidate = row.getObject("candidate", Integer.class);
        return new TaskState(
                row.getString("task"),
                row.getLong("revision"),
                row.getObject("active", Integer.class),
                candidate == null ? null : new Rollout(candidate, row.getInt("share")),
                watch(row),
                instant(row, "revert_at"),
                instant(row, "changed_at"));
    }

    private static Watch watch(ResultSet row) throws SQLException {
        Long id = row.getObject("watch", Long.class);
        if (id == null) {
            return null;
        }
        Integer minimumCalls = row.getObject("minimum_calls", Integer.class);
        RollbackRule rule = minimumCalls == null
                ? null
                : new RollbackRule(row.getDouble("error_margin"), row.getDouble("invalid_margin"), minimumCalls);
        return new Watch(
                id, row.getInt("watch_subject"), row.getInt("watch_baseline"), instant(row, "watch_until"), rule);
    }
}
