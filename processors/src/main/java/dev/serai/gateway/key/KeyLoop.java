/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.key;

import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedRuntimeException;
import org.springframework.stereotype.Component;

import dev.serai.gateway.database.DatabaseLoop;
import dev.serai.gateway.fleet.Change;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.fleet.SharedMap;
import dev.serai.gateway.fleet.Stamped;

/**
 * Keeps this instance's keys as the database has them: looks there every half second, and at once when an instance of the
 * fleet has made a change. A start without the keys fails. Thread-safe.
 */
@Component
final class KeyLoop extends DatabaseLoop {
    private static final Logger LOG = LoggerFactory.getLogger(KeyLoop.class);
    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final long USES_EVERY = Duration.ofMinutes(1).toNanos();
    private static final String ALL = "all";

    private final KeyIndex index;
    private final KeyUses uses;
    private long exchanged = System.nanoTime();

    KeyLoop(KeyIndex index, KeyUses uses, KeyControl control, Fleet fleet) {
        super("keys", PERIOD);
        this.index = index;
        this.uses = uses;
        SharedMap<News> map = fleet.map("caller-keys");
        map.onChange(key -> wake());
        control.onChange(revision -> map.change(ALL, new Revision(revision)));
    }

    /** Which change was the latest. */
    private record News(long stamp) implements Stamped {
        private static final long serialVersionUID = 1L;
    }

    private record Revision(long revision) implements Change<News> {
        private static final long serialVersionUID = 1L;

        @Override
        public News apply(News old, long now) {
            return old != null && old.stamp() >= revision ? old : new News(revision);
        }
    }

    @Override
    protected void round() {
        index.compare();
        if (System.nanoTime() - exchanged >= USES_EVERY) {
            uses.exchange();
            exchanged = System.nanoTime();
        }
    }

    @Override
    public void start() {
        index.compare();
        uses.exchange();
        super.start();
    }

    @Override
    public void stop() {
        super.stop();
        try {
            uses.exchange();
        } catch (NestedRuntimeException e) {
            LOG.debug("the last uses of keys are not kept: the database is away", e);
        }
    }
}
