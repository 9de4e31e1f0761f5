/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.springframework.stereotype.Component;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.edition.Edition;
import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.edition.Unit;
import dev.serai.gateway.ledger.budget.Limits;
import dev.serai.gateway.ledger.price.Prices;
import dev.serai.gateway.reload.build.DoorFronts;
import dev.serai.gateway.reload.build.DoorSpec;
import dev.serai.gateway.reload.build.Stamps;
import dev.serai.gateway.reload.build.UnitBuilder;
import dev.serai.gateway.reload.build.UnitPlan;
import dev.serai.gateway.reload.build.UnitPlans;
import dev.serai.gateway.reload.check.FileSet;
import dev.serai.gateway.task.LiveTask;

/**
 * Makes a checked set of files the edition in force: builds what is not there, flips, and later takes away what no call needs
 * any more. For one thread.
 */
@Component
final class Rollover {
    /** What hangs on a call's end, such as its record, may still be on its way then. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Editions editions;
    private final UnitBuilder builder;
    private final DoorFronts doors;
    private final Stamps stamps;
    private final Breakers breakers;
    private final Prices prices;
    private final Limits limits;
    /** By the key of what they were built of. */
    private final Map<String, Unit> built = new HashMap<>();

    private final Map<Unit, Long> unneededSince = new HashMap<>();
    private long number;

    Rollover(
            Editions editions,
            UnitBuilder builder,
            DoorFronts doors,
            Stamps stamps,
            Breakers breakers,
            Prices prices,
            Limits limits) {
        this.editions = editions;
        this.builder = builder;
        this.doors = doors;
        this.stamps = stamps;
        this.breakers = breakers;
        this.prices = prices;
        this.limits = limits;
    }

    /**
     * Builds all that the files need beside what is in force.
     *
     * @param blame gets the files that something comes from which cannot be built
     * @throws dev.serai.gateway.config.ConfigException for what only Camel knows to be wrong; nothing has changed then
     */
    Prepared prepare(FileSet files, Consumer<Set<Path>> blame) {
        UnitPlans plans = new UnitPlans(files);
        Set<Unit> units = new LinkedHashSet<>();
        Map<String, Prepared.Task> tasks = new HashMap<>();
        Collection<DoorSpec> doorSpecs = new LinkedHashSet<>();
        for (UnitPlan plan : plans.all(stamps)) {
            Unit unit = unit(plan, plans, blame);
            units.add(unit);
            plan.tasks().forEach((task, texts) -> tasks.put(task, new Prepared.Task(texts, unit)));
            doorSpecs.addAll(plan.doors());
        }
        return new Prepared(files, units, tasks, doors.prepare(doorSpecs, files.routes()));
    }

    private Unit unit(UnitPlan plan, UnitPlans plans, Consumer<Set<Path>> blame) {
        try {
            return unit(plan, plans);
        } catch (ConfigException e) {
            blame.accept(plan.parts());
            throw e;
        }
    }

    /** The unit of a plan: the one that is there already, or a new one. */
    Unit unit(UnitPlan plan, UnitPlans plans) {
        return built.computeIfAbsent(plan.key(), key -> builder.build(plan, plans));
    }

    /**
     * New calls begin with this.
     *
     * @param tasks    by name
     * @param versions units of versions that are not those of the files
     */
    void flip(Prepared prepared, Map<String, LiveTask> tasks, Collection<Unit> versions) {
        FileSet files = prepared.files();
        List<Unit> units = new ArrayList<>();
        prepared.units().forEach(units::add);
        editions.publish(
                new Edition(++number, files.deployments(), files.callers().directory(), tasks)
                        .with(units)
                        .with(versions));
        prepared.doors().flip();
        breakers.follow(files.deployments());
        prices.become(files.prices());
        limits.become(files.limits());
        stamps.forget(files.deployments());
    }

    /** Takes away the routes that no call needs any more. */
    void sweep() {
        doors.sweep();
        Set<Unit> needed = new HashSet<>();
        editions.alive().forEach(edition -> needed.addAll(edition.units()));
        unneededSince.keySet().removeIf(needed::contains);
        long now = System.nanoTime();
        built.values().removeIf(unit -> {
            if (needed.contains(unit)) {
                return false;
            }
            long since = unneededSince.computeIfAbsent(unit, u -> now);
            boolean over = now - since >= GRACE.toNanos() && builder.isIdle(unit);
            if (over) {
                builder.remove(unit);
                unneededSince.remove(unit);
            }
            return over;
        });
    }
}
