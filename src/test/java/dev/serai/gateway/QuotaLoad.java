/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Calls at a steady rate, to the clients in turn, whether or not the earlier ones are answered. */
final class QuotaLoad {
    private static final long PATIENCE_SECONDS = 30;

    private final List<GatewayClient> clients;
    private final String task;
    private final AtomicLong sent = new AtomicLong();
    private final long started = System.nanoTime();
    private volatile long ended;
    private final AtomicInteger admitted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> micros = Collections.synchronizedList(new ArrayList<>());
    private final List<CompletableFuture<?>> open = Collections.synchronizedList(new ArrayList<>());

    QuotaLoad(List<GatewayClient> clients, String task) {
        this.clients = clients;
        this.task = task;
    }

    /** Runs for that long, and until the last call is answered. */
    QuotaLoad run(int perSecond, Duration time) throws Exception {
        return start(perSecond, time).get(time.toSeconds() + PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    CompletableFuture<QuotaLoad> start(int perSecond, Duration time) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().factory());
        CompletableFuture<QuotaLoad> done = new CompletableFuture<>();
        clock.scheduleAtFixedRate(this::send, 0, 1_000_000 / perSecond, TimeUnit.MICROSECONDS);
        clock.schedule(
                () -> {
                    clock.shutdownNow();
                    CompletableFuture.allOf(open.toArray(CompletableFuture[]::new))
                            .whenComplete((none, failure) -> {
                                ended = System.nanoTime();
                                done.complete(this);
                            });
                },
                time.toMillis(),
                TimeUnit.MILLISECONDS);
        return done;
    }

    private void send() {
        GatewayClient client = clients.get((int) (sent.getAndIncrement() % clients.size()));
        long begun = System.nanoTime();
        open.add(client.chatAsync(task, false, "Where is my order?").handle((reply, failure) -> {
            count(reply, failure, (System.nanoTime() - begun) / 1000);
            return null;
        }));
    }

    private void count(GatewayClient.Reply reply, Throwable failure, long took) {
        if (failure != null) {
            failures.add(failure.toString());
        } else if (reply.status() == 200) {
            admitted.incrementAndGet();
            micros.add(took);
        } else if (reply.status() == 429 && reply.retryAfter() != null) {
            refused.incrementAndGet();
        } else {
            failures.add(reply.status() + " " + reply.body());
        }
    }

    int admitted() {
        return admitted.get();
    }

    /** From the first call to the last answer: on a slow machine some calls come late, and find more. */
    double seconds() {
        return (ended - started) / 1e9;
    }

    int refused() {
        return refused.get();
    }

    List<String> failures() {
        return failures;
    }

    /** How long the slowest of a hundred admitted calls took, in milliseconds. */
    double p99() {
        List<Long> sorted = micros.stream().sorted().toList();
        return sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1) / 1000.0;
    }
}
