/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

import dev.serai.gateway.database.DatabaseLoop;

/**
 * Compares with the database every second, or as soon as it is woken. While the database is away, the versions that serve
 * go on serving. Thread-safe.
 */
@Component
public final class VersionLoop implements SmartLifecycle {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final ActiveVersions active;
    private final RollbackWatch rollbacks;
    private final List<Runnable> others = new CopyOnWriteArrayList<>();
    private final DatabaseLoop loop = new DatabaseLoop("versions", PERIOD, this::look);

    @Autowired
    VersionLoop(ActiveVersions active, RollbackWatch rollbacks) {
        this.active = active;
        this.rollbacks = rollbacks;
    }

    /** Compares at once, on the loop's thread. */
    public void wake() {
        loop.wake();
    }

    /** Does that too in each round, where the database is in reach. */
    void everyRound(Runnable task) {
        others.add(task);
    }

    /** How long ago the last comparison succeeded. */
    public Duration age() {
        return loop.age();
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public void stop() {
        loop.stop();
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    private void look() {
        active.compare();
        rollbacks.look(active.known().values());
        others.forEach(Runnable::run);
    }
}
