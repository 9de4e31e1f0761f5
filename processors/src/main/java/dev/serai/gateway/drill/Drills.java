/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.drill;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.fleet.SharedMap;

/**
 * The drills of the whole fleet, at most one per deployment. They are in memory only: a restart of the last instance ends
 * them. Thread-safe.
 */
@Component
public final class Drills {
    private static final int ALL = 100;

    private final SharedMap<Drill> drills;
    private final int maxShare;
    private final Map<String, AtomicLong> attempts = new ConcurrentHashMap<>();

    Drills(Fleet fleet, @Value("${serai.drills.max-share:0}") int maxShare) {
        if (maxShare < 0 || maxShare > ALL) {
            throw new IllegalArgumentException(
                    "serai.drills.max-share = " + maxShare + ": is a percentage, from 0 to " + ALL);
        }
        this.drills = fleet.map("drills");
        this.maxShare = maxShare;
    }

    /** The most that a drill may take of a deployment's attempts, in percent. */
    public int maxShare(Deployment deployment) {
        return deployment.simulated() ? ALL : maxShare;
    }

    /** Those that are on, by the deployment's name. */
    public List<Drill> running() {
        return drills.all().values().stream()
                .filter(drill -> drill.isRunning(drills.now()))
                .sorted(Comparator.comparing(Drill::deployment))
                .toList();
    }

    public Optional<Drill> running(String deployment) {
        return Optional.ofNullable(drills.get(deployment)).filter(drill -> drill.isRunning(drills.now()));
    }

    /** The fleet's clock, in milliseconds. */
    public long now() {
        return drills.now();
    }

    /** Begins a drill, in place of one that may be on; complete when the fleet has it, as far as it is in reach. */
    public CompletableFuture<Drill> begin(Drill wanted) {
        return drills.change(wanted.deployment(), Drill.begin(wanted));
    }

    /** Ends a drill before its time. */
    public CompletableFuture<Drill> end(Drill drill) {
        return drills.change(drill.deployment(), Drill.end(drill.id()));
    }

    /** The drill that the next attempt at a deployment is part of; spread evenly, by this instance's own bound. */
    Optional<Drill> hit(Deployment deployment) {
        return running(deployment.name()).filter(drill -> {
            int share = Math.min(drill.share(), maxShare(deployment));
            long before = attempts.computeIfAbsent(deployment.name(), name -> new AtomicLong())
                    .getAndIncrement();
            return (before + 1) * share / ALL > before * share / ALL;
        });
    }
}
