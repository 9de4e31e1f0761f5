/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.PreDestroy;

import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;

/** The places for calls on this instance: as many as it carries without running late. Thread-safe. */
@Component
public final class InstancePlaces {
    private static final long PROBE_MILLIS = 50;
    private static final int PROBES_PER_SAMPLE = 5;

    private final OverloadSettings settings;
    private final SaturationLimit limit;
    private final PlaceQueue queue;
    private final Lateness lateness = new Lateness(Thread::startVirtualThread, System::nanoTime);
    private final HeapWatch heap = new HeapWatch();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("serai-overload").factory());

    private volatile long lateNanos;
    private int probes;

    InstancePlaces(OverloadSettings settings) {
        this.settings = settings;
        this.limit = new SaturationLimit(settings.minPlaces(), settings.maxPlaces(), settings.lateness());
        this.queue = new PlaceQueue(
                limit::getLimit,
                settings.queue(),
                "The gateway has more calls than it can serve right now: try again later.",
                System::nanoTime);
        limit.notifyOnChange(changed -> queue.limitChanged());
        timer.scheduleWithFixedDelay(this::look, PROBE_MILLIS, PROBE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        lateness.probe();
        if (++probes % PROBES_PER_SAMPLE == 0) {
            lateNanos = lateness.least();
            limit.onSample(System.nanoTime(), lateNanos, queue.inUse(), heap.share() > settings.heap());
        }
    }

    /**
     * A place for a call; it waits for one on the call's own thread.
     *
     * @throws LlmException overloaded where it gets none, or its own reason where it was cancelled meanwhile
     */
    Place take(Call call) throws LlmException, InterruptedException {
        return queue.take(Claim.of(call, settings.queueShare()), call.cancellation());
    }

    public QueueView view() {
        return queue.view();
    }

    public int limit() {
        return limit.getLimit();
    }

    public int inUse() {
        return queue.inUse();
    }

    public int waiting() {
        return queue.waiting();
    }

    /** How late threads run. */
    public Duration lateness() {
        return Duration.ofNanos(lateNanos);
    }

    /** The share of the heap that was in use after the latest collection of garbage. */
    public double heap() {
        return heap.share();
    }

    @PreDestroy
    void stop() {
        timer.shutdownNow();
        heap.close();
    }
}
