/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

import dev.serai.gateway.fleet.Fleet;
import dev.serai.llm.LlmException;

/**
 * Takes versions back that do worse than the one before, or whose time has come. Every instance looks; the first one to
 * change the state acts, and the others' change is refused. For one thread at a time.
 */
@Component
final class RollbackWatch {
    static final String WHO = "serai";
    private static final Logger LOG = LoggerFactory.getLogger(RollbackWatch.class);

    private final VersionControl control;
    private final VersionCounts counts;
    private final StateTable states;
    private final CountTable table;
    private final String instance;
    private final Map<CountTable.Row, Counts> written = new HashMap<>();

    @Autowired
    RollbackWatch(VersionControl control, VersionCounts counts, StateTable states, CountTable table, Fleet fleet) {
        this(control, counts, states, table, fleet.self());
    }

    RollbackWatch(VersionControl control, VersionCounts counts, StateTable states, CountTable table, String instance) {
        this.control = control;
        this.counts = counts;
        this.states = states;
        this.table = table;
        this.instance = instance;
    }

    /** Adds this instance's counts to the others', and acts on what they say. */
    void look(Collection<TaskState> known) {
        counts.keep(known);
        written.keySet().removeIf(row -> known.stream().noneMatch(state -> isOf(row, state)));
        if (known.stream().noneMatch(state -> state.watch() != null)) {
            return;
        }
        Instant now = states.now();
        for (TaskState state : known) {
            if (state.revertAt() != null && !now.isBefore(state.revertAt())) {
                giveWay(state, "not confirmed until " + state.revertAt());
            } else if (state.watch() != null && state.watch().judges(now)) {
                judge(state);
            }
        }
    }

    private void judge(TaskState state) {
        Watch watch = state.watch();
        write(state, watch.subject(), counts.subject(state.task(), watch));
        write(state, watch.baseline(), counts.baseline(state.task(), watch));
        Map<Integer, Counts> sums = table.sums(state.task(), watch.id());
        watch.rule()
                .verdict(
                        sums.getOrDefault(watch.subject(), Counts.NONE),
                        sums.getOrDefault(watch.baseline(), Counts.NONE))
                .ifPresent(why -> giveWay(state, why));
    }

    private void write(TaskState state, int sequence, Counts counted) {
        CountTable.Row row = new CountTable.Row(state.task(), state.watch().id(), sequence, instance);
        if (!counted.equals(written.getOrDefault(row, Counts.NONE))) {
            table.put(row, counted);
            written.put(row, counted);
        }
    }

    private void giveWay(TaskState state, String why) {
        Watch watch = state.watch();
        try {
            TaskState next =
                    control.rollBack(new Target(state.task(), watch.baseline(), state.revision()), new Deed(WHO, why));
            LOG.atWarn()
                    .addKeyValue("task", state.task())
                    .addKeyValue("from", watch.subject())
                    .addKeyValue("to", next.active())
                    .addKeyValue("why", why)
                    .log("a version was rolled back");
        } catch (LlmException e) { // another instance was first, or somebody has changed something else
            LOG.debug("version {} of {} was not rolled back here: {}", watch.subject(), state.task(), e.reason());
        }
    }

    private static boolean isOf(CountTable.Row row, TaskState state) {
        return state.watch() != null
                && state.watch().id() == row.watch()
                && state.task().equals(row.task());
    }
}
