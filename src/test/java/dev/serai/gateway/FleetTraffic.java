/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls of a task, one after the other on each of some instances, until it is closed. */
final class FleetTraffic implements AutoCloseable {
    private final FleetUnderTest fleet;
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicInteger served = new AtomicInteger();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private volatile long slowestNanos;

    FleetTraffic(FleetUnderTest fleet, String task, int... on) {
        this.fleet = fleet;
        for (int index : on) {
            callers.execute(() -> run(index, task));
        }
    }

    private void run(int index, String task) {
        while (!stopped.get()) {
            long start = System.nanoTime();
            try {
                GatewayClient.Reply reply = fleet.instance(index).client().chat(task, false);
                if (reply.status() != 200) {
                    failures.add(reply.status() + " " + reply.body());
                }
            } catch (Exception e) {
                failures.add(e.toString());
            }
            served.incrementAndGet();
            slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
        }
    }

    void goOnFor(Duration time) {
        int before = served.get();
        long end = System.nanoTime() + time.toNanos();
        FaultBed.within(time.plusSeconds(5)).until(() -> System.nanoTime() > end && served.get() > before);
    }

    List<String> failures() {
        return failures;
    }

    Duration slowest() {
        return Duration.ofNanos(slowestNanos);
    }

    @Override
    public void close() throws InterruptedException {
        stopped.set(true);
        callers.shutdown();
        assertThat(callers.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }
}
