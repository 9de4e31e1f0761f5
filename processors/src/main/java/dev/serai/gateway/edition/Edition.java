/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.edition;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.camel.AsyncProcessor;

import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.identity.CallerDirectory;
import dev.serai.gateway.task.LiveTask;

/**
 * All that is in force at one moment: the routes, the versions of the tasks, the deployments, the callers. A call keeps the
 * one that it began in, however long it lasts, so it never sees half of a change. Immutable but for its count of calls;
 * thread-safe.
 */
public final class Edition {
    private static final long OVER = Long.MIN_VALUE;

    private final long number;
    private final Deployments deployments;
    private final CallerDirectory callers;
    private final Map<String, LiveTask> tasks;
    private final Map<String, LiveTask> aliases = new HashMap<>();
    private final Map<String, AsyncProcessor> flows = new HashMap<>();
    private final Set<Unit> units = new LinkedHashSet<>();
    private final AtomicLong calls = new AtomicLong();
    private volatile boolean retired;

    /** @param tasks by name */
    public Edition(long number, Deployments deployments, CallerDirectory callers, Map<String, LiveTask> tasks) {
        this.number = number;
        this.deployments = deployments;
        this.callers = callers;
        this.tasks = Map.copyOf(tasks);
        tasks.values().forEach(task -> task.active().contract().aliases().forEach(alias -> aliases.put(alias, task)));
    }

    /** With those routes. Where two can be entered by one name, the first is meant. To be called before it is in force. */
    public Edition with(Collection<Unit> more) {
        for (Unit unit : more) {
            units.add(unit);
            unit.flows().forEach(flows::putIfAbsent);
        }
        return this;
    }

    public long number() {
        return number;
    }

    public Deployments deployments() {
        return deployments;
    }

    public CallerDirectory callers() {
        return callers;
    }

    /** By name. */
    public Map<String, LiveTask> tasks() {
        return tasks;
    }

    /** By alias. */
    public Map<String, LiveTask> aliases() {
        return aliases;
    }

    /** The route that is entered by that name, e.g. {@code direct:gateway}, or null. */
    public AsyncProcessor flow(String name) {
        return flows.get(name);
    }

    public Set<Unit> units() {
        return units;
    }

    /** A call begins; false where this is over, and the call has to take the next one. */
    boolean hold() {
        return calls.getAndUpdate(n -> n < 0 ? n : n + 1) >= 0;
    }

    void release() {
        calls.decrementAndGet();
    }

    void retire() {
        retired = true;
    }

    /** Whether it is out of force and its last call has ended; then no further one begins in it. */
    public boolean isOver() {
        return calls.get() < 0 || retired && calls.compareAndSet(0, OVER);
    }

    /** Calls that began in it and have not ended. */
    public long calls() {
        return Math.max(0, calls.get());
    }
}
