/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedRuntimeException;
import org.springframework.stereotype.Component;

/**
 * Looks into the database every second, or as soon as it is woken, so that no instance misses a change for long whatever
 * becomes of the news of it. While the database is away all stays as it is. Thread-safe.
 */
@Component
public final class VersionLoop implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(VersionLoop.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final ActiveVersions active;
    private final RollbackWatch rollbacks;
    private final List<Runnable> others = new CopyOnWriteArrayList<>();
    private final Semaphore news = new Semaphore(0);
    private volatile boolean running;
    private Thread thread;
    private volatile long compared = System.nanoTime();
    private boolean away;

    @Autowired
    VersionLoop(ActiveVersions active, RollbackWatch rollbacks) {
        this.active = active;
        this.rollbacks = rollbacks;
    }

    /** Compares at once, on the loop's thread. */
    public void wake() {
        news.release();
    }

    /** Does that too in each round, where the database is in reach. */
    void everyRound(Runnable task) {
        others.add(task);
    }

    /** How long ago the last comparison succeeded. */
    public Duration age() {
        return Duration.ofNanos(System.nanoTime() - compared);
    }

    @Override
    public void start() {
        compared = System.nanoTime();
        running = true;
        thread = Thread.ofVirtual().name("serai-versions").start(this::run);
    }

    @Override
    public void stop() {
        running = false;
        wake();
        try {
            if (thread != null) {
                thread.join(STOP);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private void run() {
        while (running) {
            look();
            try {
                news.tryAcquire(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
                news.drainPermits();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void look() {
        try {
            active.compare();
            rollbacks.look(active.known().values());
            others.forEach(Runnable::run);
            compared = System.nanoTime();
            if (away) {
                away = false;
                LOG.info("the database is back: versions are compared with it again");
            }
        } catch (NestedRuntimeException e) { // nothing to be done but to wait for it
            if (!away) {
                away = true;
                LOG.atWarn()
                        .addKeyValue("cause", e.getMostSpecificCause().getMessage())
                        .log("the database is away: the versions that serve go on serving until it is back");
            }
        } catch (RuntimeException e) { // the loop outlives a fault in one of its rounds
            LOG.error("versions could not be compared with the database", e);
        }
    }
}
