/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.HashMap;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table task_count. Thread-safe; each instance writes its own rows only. */
@Component
final class CountTable {
    private final JdbcClient jdbc;

    CountTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** One instance's counts of one version since a watch began. */
    record Row(String task, long watch, int sequence, String instance) {}

    void put(Row row, Counts counts) {
        int updated = jdbc.sql("update task_count set calls = ?, errors = ?, invalid = ?"
                        + " where task = ? and watch = ? and sequence = ? and instance = ?")
                .params(counts.calls(), counts.errors(), counts.invalid())
                .param(row.task())
                .param(row.watch())
                .param(row.sequence())
                .param(row.instance())
                .update();
        if (updated == 0) {
            insert(row, counts);
        }
    }

    private void insert(Row row, Counts counts) {
        jdbc.sql("insert into task_count (task, watch, sequence, instance, calls, errors, invalid)"
                        + " values (?, ?, ?, ?, ?, ?, ?)")
                .params(row.task(), row.watch(), row.sequence(), row.instance())
                .param(counts.calls())
                .param(counts.errors())
                .param(counts.invalid())
                .update();
    }

    /** Of all instances, by the version's number. */
    Map<Integer, Counts> sums(String task, long watch) {
        Map<Integer, Counts> sums = new HashMap<>();
        jdbc.sql("select sequence, sum(calls) as calls, sum(errors) as errors, sum(invalid) as invalid from task_count"
                        + " where task = ? and watch = ? group by sequence")
                .params(task, watch)
                .query(row -> {
                    sums.put(
                            row.getInt("sequence"),
                            new Counts(row.getLong("calls"), row.getLong("errors"), row.getLong("invalid")));
                });
        return sums;
    }

    void clear(String task) {
        jdbc.sql("delete from task_count where task = ?").param(task).update();
    }
}
