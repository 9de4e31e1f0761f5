/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;

import dev.serai.llm.Cancellation;
import dev.serai.llm.LlmException;

/** A queue whose clock stands still, and calls that come to it one after the other. */
final class QueueBed {
    static final Duration SOON = Duration.ofSeconds(20);
    private static final long AN_HOUR = Duration.ofHours(1).toNanos();

    final AtomicInteger limit;
    final AtomicLong clock = new AtomicLong(1);
    final PlaceQueue queue;
    private final Map<String, CompletableFuture<Place>> waiting = new LinkedHashMap<>();
    private final Deque<Place> taken = new ArrayDeque<>();

    QueueBed(int limit, int size, Shares shares) {
        this(limit, new QueueRules(size, 1_000, shares));
    }

    QueueBed(int limit, QueueRules rules) {
        this.limit = new AtomicInteger(limit);
        this.queue = new PlaceQueue(this.limit::get, rules, "Try again later.", clock::get);
    }

    /** Nothing is reserved, and nobody has less than all. */
    static Shares plain() {
        return new Shares(1, 9, 0, 0);
    }

    static Claim claim(int priority, String tenant) {
        return new Claim(priority, tenant, 1, AN_HOUR, false);
    }

    static Claim patient(int priority, String tenant) {
        return new Claim(priority, tenant, 1, AN_HOUR, true);
    }

    static Claim hurried(Duration patience) {
        return new Claim(5, "a", 1, patience.toNanos(), false);
    }

    /** Takes all places there are, as one tenant. */
    QueueBed full(String tenant) {
        for (int i = queue.inUse(); i < limit.get(); i++) {
            Place place = queue.tryTake(claim(9, tenant));
            taken.add(place);
        }
        return this;
    }

    /** A call that has to wait does so before this returns. */
    CompletableFuture<Place> ask(String name, Claim claim) {
        return ask(name, claim, new Cancellation());
    }

    CompletableFuture<Place> ask(String name, Claim claim, Cancellation cancellation) {
        int before = queue.waiting();
        long others = undecided();
        CompletableFuture<Place> place = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                place.complete(queue.take(claim, cancellation));
            } catch (LlmException | InterruptedException e) {
                place.completeExceptionally(e);
            }
        });
        Awaitility.await()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> place.isDone() || queue.waiting() > before || undecided() < others);
        waiting.put(name, place);
        return place;
    }

    private long undecided() {
        return waiting.values().stream().filter(place -> !place.isDone()).count();
    }

    /** Gives a place back, and says who has it then. */
    String next() {
        taken.remove().release();
        return served();
    }

    /** Who has got a place since this was asked last. */
    String served() {
        Awaitility.await().atMost(SOON).pollInterval(Duration.ofMillis(1)).until(() -> waiting.values().stream()
                .anyMatch(QueueBed::isServed));
        String name = waiting.entrySet().stream()
                .filter(entry -> isServed(entry.getValue()))
                .findFirst()
                .orElseThrow()
                .getKey();
        taken.add(waiting.remove(name).join());
        return name;
    }

    List<String> next(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(next());
        }
        return names;
    }

    private static boolean isServed(CompletableFuture<Place> place) {
        return place.isDone() && !place.isCompletedExceptionally();
    }

    /** Why a call got no place. */
    static LlmException refusal(CompletableFuture<Place> place) {
        try {
            place.orTimeout(SOON.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof LlmException refusal) {
                return refusal;
            }
        }
        throw new AssertionError("it has a place, or no answer");
    }
}
