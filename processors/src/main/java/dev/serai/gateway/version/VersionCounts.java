/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** How the versions do on this instance. Thread-safe; {@link #ended} blocks on nothing but itself. */
@Component
public final class VersionCounts {
    private final Map<Key, RollingCounts> byVersion = new ConcurrentHashMap<>();
    private final Map<String, Start> starts = new ConcurrentHashMap<>();
    private final long windowNanos;

    @Autowired
    VersionCounts(VersionSettings settings) {
        this.windowNanos = settings.window().toNanos();
    }

    private record Key(String task, int sequence) {}

    /** The counts at which a watch began for this instance; they are taken off, and may be less than nothing. */
    private record Start(long watch, Counts subject, Counts baseline) {}

    /** A call of the task has ended that the version had served. */
    public void ended(String task, int sequence, Fault fault) {
        if (fault != Fault.NOT_ITS_OWN) {
            long now = System.nanoTime();
            of(task, sequence, now).add(fault.counts(), now);
        }
    }

    /** Since the watch began. */
    Counts subject(String task, Watch watch) {
        return total(task, watch.subject()).minus(start(task, watch).subject());
    }

    /**
     * What the subject is measured against: in a rollout, over the same time; after a promote, the latest while before it,
     * since no new calls come.
     */
    Counts baseline(String task, Watch watch) {
        return total(task, watch.baseline()).minus(start(task, watch).baseline());
    }

    /** Forgets what neither serves nor is under watch. */
    void keep(Collection<TaskState> states) {
        Map<String, TaskState> byTask = new ConcurrentHashMap<>();
        states.forEach(state -> byTask.put(state.task(), state));
        byVersion.keySet().removeIf(key -> !isNeeded(key, byTask.get(key.task())));
        starts.keySet()
                .removeIf(task -> byTask.get(task) == null || byTask.get(task).watch() == null);
    }

    private static boolean isNeeded(Key key, TaskState state) {
        Watch watch = state == null ? null : state.watch();
        return state != null && (state.uses(key.sequence()) || watch != null && watch.baseline() == key.sequence());
    }

    private Start start(String task, Watch watch) {
        return starts.compute(
                task, (name, known) -> known != null && known.watch() == watch.id() ? known : begin(task, watch));
    }

    private Start begin(String task, Watch watch) {
        Counts baseline = total(task, watch.baseline());
        boolean promoted = watch.until() != null;
        long now = System.nanoTime();
        Counts counted = promoted ? of(task, watch.baseline(), now).latest(now) : Counts.NONE;
        return new Start(watch.id(), total(task, watch.subject()), baseline.minus(counted));
    }

    private Counts total(String task, int sequence) {
        RollingCounts counts = byVersion.get(new Key(task, sequence));
        return counts == null ? Counts.NONE : counts.total();
    }

    private RollingCounts of(String task, int sequence, long now) {
        return byVersion.computeIfAbsent(new Key(task, sequence), key -> new RollingCounts(windowNanos, now));
    }
}
