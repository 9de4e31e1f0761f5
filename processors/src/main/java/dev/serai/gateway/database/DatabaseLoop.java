/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.database;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedRuntimeException;

/**
 * Looks into the database again and again, or as soon as it is woken, so that no instance misses a change for long whatever
 * becomes of the news of it. While the database is away, one line in the log says so. Thread-safe; rounds run one after the
 * other, on the loop's thread.
 */
public abstract class DatabaseLoop implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLoop.class);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final String what;
    private final Duration period;
    private final Semaphore news = new Semaphore(0);
    private volatile boolean running;
    private volatile long succeeded = System.nanoTime();
    private Thread thread;
    private boolean away;

    /** @param what what is looked after, in the plural, for the log */
    protected DatabaseLoop(String what, Duration period) {
        this.what = what;
        this.period = period;
    }

    /** What is done each time; it may fail with a {@link NestedRuntimeException} while the database is away. */
    protected abstract void round();

    /** Looks at once, on the loop's thread. */
    public final void wake() {
        news.release();
    }

    /** How long ago the last round succeeded. */
    public final Duration age() {
        return Duration.ofNanos(System.nanoTime() - succeeded);
    }

    @Override
    public void start() {
        succeeded = System.nanoTime();
        running = true;
        thread = Thread.ofVirtual().name("serai-" + what).start(this::run);
    }

    /** Waits for the round that is under way, a few seconds at most. */
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
    public final boolean isRunning() {
        return running;
    }

    private void run() {
        while (running) {
            look();
            try {
                news.tryAcquire(period.toMillis(), TimeUnit.MILLISECONDS);
                news.drainPermits();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void look() {
        try {
            round();
            succeeded = System.nanoTime();
            if (away) {
                away = false;
                LOG.info("the database is back: {} are compared with it again", what);
            }
        } catch (NestedRuntimeException e) { // nothing to be done but to wait for it
            if (!away) {
                away = true;
                LOG.atWarn()
                        .addKeyValue("cause", e.getMostSpecificCause().getMessage())
                        .log("the database is away: {} stay as they are until it is back", what);
            }
        } catch (RuntimeException e) { // the loop outlives a fault in one of its rounds
            LOG.error("{} could not be compared with the database", what, e);
        }
    }
}
