/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Calls of unlike callers at a steady rate, whether or not the earlier ones have been answered. */
final class OverloadLoad {
    /** Of ten calls, by whom each is. */
    private static final List<OverloadBed.Who> MIX = List.of(
            OverloadBed.Who.URGENT,
            OverloadBed.Who.LOW,
            OverloadBed.Who.NORMAL,
            OverloadBed.Who.LOW,
            OverloadBed.Who.OTHER,
            OverloadBed.Who.LOW,
            OverloadBed.Who.NORMAL,
            OverloadBed.Who.LOW,
            OverloadBed.Who.OTHER,
            OverloadBed.Who.LOW);

    private final URI gateway;
    private final String task;

    OverloadLoad(URI gateway, String task) {
        this.gateway = gateway;
        this.task = task;
    }

    /**
     * One call.
     *
     * @param endedAt when its answer was complete, in nanoseconds
     */
    record Done(OverloadBed.Who who, int status, Integer retryAfter, long endedAt, long millis) {
        boolean served() {
            return status == 200;
        }
    }

    /** All calls of the mix at that rate, once every one has its answer. */
    List<Done> atRate(double perSecond, Duration length) {
        List<CompletableFuture<Done>> calls = new ArrayList<>();
        long began = System.nanoTime();
        long count = (long) (perSecond * length.toSeconds());
        for (int i = 0; i < count; i++) {
            long due = began + (long) (i / perSecond * 1e9);
            while (System.nanoTime() - due < 0) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            calls.add(call(MIX.get(i % MIX.size())));
        }
        return calls.stream().map(CompletableFuture::join).toList();
    }

    /** So many callers of normal priority, each of which calls again once it has its answer. */
    List<Done> closed(int callers, Duration length) throws InterruptedException {
        List<Done> all = Collections.synchronizedList(new ArrayList<>());
        long end = System.nanoTime() + length.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                while (System.nanoTime() - end < 0) {
                    all.add(call(OverloadBed.Who.OTHER).join());
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return List.copyOf(all);
    }

    CompletableFuture<Done> call(OverloadBed.Who who) {
        long began = System.nanoTime();
        return new GatewayClient(gateway, who.key())
                .chatAsync(task, false, "Hi")
                .thenApply(reply -> {
                    long now = System.nanoTime();
                    return new Done(
                            who, reply.status(), reply.retryAfter(), now, TimeUnit.NANOSECONDS.toMillis(now - began));
                });
    }

    /** Answers a second of those that were served within that time, its first and last second left out. */
    static double throughput(List<Done> calls, long began, Duration length) {
        long from = began + Duration.ofSeconds(1).toNanos();
        long to = began + length.minusSeconds(1).toNanos();
        long served = calls.stream()
                .filter(call -> call.served() && call.endedAt() - from >= 0 && call.endedAt() - to < 0)
                .count();
        return served / ((to - from) / 1e9);
    }
}
