/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Tells the fleet of this instance's traffic every few seconds, and the watchers of what follows. One thread. */
@Component
final class HeadroomTicker implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(HeadroomTicker.class);
    private static final long EVERY_SECONDS = 2;

    private final Headroom headroom;
    private final List<HeadroomListener> listeners;
    private volatile ScheduledExecutorService executor;

    HeadroomTicker(Headroom headroom, List<HeadroomListener> listeners) {
        this.headroom = headroom;
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void start() {
        executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("serai-headroom").factory());
        executor.scheduleWithFixedDelay(this::tick, 0, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    private void tick() {
        try {
            headroom.publish();
            List<TaskHeadroom> report = headroom.report();
            listeners.forEach(listener -> listener.reported(report));
        } catch (RuntimeException e) { // the next tick must come
            LOG.atWarn().setCause(e).log("The capacity headroom could not be found out");
        }
    }

    @Override
    public void stop() {
        executor.shutdownNow();
        executor = null;
    }

    @Override
    public boolean isRunning() {
        return executor != null;
    }
}
