/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

import dev.serai.gateway.database.DatabaseLoop;

/**
 * Compares with the database every second, or as soon as it is woken. While the database is away, the versions that serve
 * go on serving. Thread-safe.
 */
@Component
public final class VersionLoop extends DatabaseLoop {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final ActiveVersions active;
    private final RollbackWatch rollbacks;
    private final List<Runnable> others = new CopyOnWriteArrayList<>();

    @Autowired
    VersionLoop(ActiveVersions active, RollbackWatch rollbacks) {
        super("versions", PERIOD);
        this.active = active;
        this.rollbacks = rollbacks;
    }

    /** Does that too in each round, where the database is in reach. */
    void everyRound(Runnable task) {
        others.add(task);
    }

    @Override
    protected void round() {
        active.compare();
        rollbacks.look(active.known().values());
        others.forEach(Runnable::run);
    }
}
