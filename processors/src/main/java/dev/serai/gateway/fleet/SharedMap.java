/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Values by key that all instances of the fleet share. Reads are of this instance's own copy, which follows the fleet's
 * within milliseconds; an instance that is alone, or has lost the others, has its own copy to itself. When they meet again,
 * what it changed meanwhile is changed in the fleet's value too, which then stands. Thread-safe; nothing blocks.
 */
public final class SharedMap<V extends Stamped> {
    private static final long ANSWER_WITHIN_MS = 500;
    /** Of one key. The oldest are forgotten: no value here depends on more changes than that. */
    private static final int MOST_ALONE = 256;

    private final String name;
    private final Link link;
    private final Map<String, V> copy = new ConcurrentHashMap<>();
    private final Map<String, Deque<Alone<V>>> alone = new ConcurrentHashMap<>();

    private final CopyOnWriteArrayList<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    /**
     * A change that was made here alone.
     *
     * @param sent on its way to the fleet, where it may still arrive; null where it was not sent
     */
    record Alone<V extends Stamped>(Change<V> change, CompletableFuture<V> sent) {
        boolean isOnItsWay() {
            return sent != null && !sent.isDone();
        }

        boolean hasArrived() {
            return sent != null && sent.isDone() && !sent.isCompletedExceptionally();
        }
    }

    SharedMap(String name, Link link) {
        this.name = name;
        this.link = link;
    }

    /** As this instance knows it, or null. */
    public V get(String key) {
        return copy.get(key);
    }

    /** As this instance knows it; a snapshot. */
    public Map<String, V> all() {
        return Map.copyOf(copy);
    }

    /** Whether a change now goes to other instances. */
    public boolean isShared() {
        return link.isUp();
    }

    /** The fleet's clock, in milliseconds. */
    public long now() {
        return link.time();
    }

    /** Hears of keys whose value may have changed, on any thread; it must not block. */
    public void onChange(Consumer<String> listener) {
        listeners.add(listener);
    }

    /**
     * Changes a value for the whole fleet, or for this instance where there is no fleet to be reached. What is returned has
     * the new value, never a failure; it is complete at once for an instance alone.
     */
    public CompletableFuture<V> change(String key, Change<V> change) {
        if (!link.isUp()) {
            return CompletableFuture.completedFuture(changeAlone(key, new Alone<>(change, null)));
        }
        CompletableFuture<V> sent = link.submit(name, key, change);
        return sent.copy().orTimeout(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS).handle((value, failure) -> {
            if (failure == null) {
                return accept(key, value);
            }
            link.lost(failure);
            return changeAlone(key, new Alone<>(change, sent));
        });
    }

    String name() {
        return name;
    }

    /** The keys that were changed here alone since this instance last met the fleet. */
    Set<String> changedAlone() {
        return Set.copyOf(alone.keySet());
    }

    /** What was changed here alone, the oldest first. */
    List<Alone<V>> alone(String key) {
        return List.copyOf(alone.getOrDefault(key, new ArrayDeque<>()));
    }

    /** The fleet's value, which those changes are part of now: it stands, whatever was made of them here. */
    void settled(String key, List<Alone<V>> changes, V value) {
        alone.computeIfPresent(key, (k, all) -> {
            Deque<Alone<V>> left = new ArrayDeque<>(all);
            left.removeIf(one -> changes.stream().anyMatch(settled -> settled == one));
            return left.isEmpty() ? null : left;
        });
        copy.put(key, value);
        listeners.forEach(listener -> listener.accept(key));
    }

    /** Takes over what the fleet says, unless this instance knows better; returns what stands. */
    V accept(String key, V value) {
        V before = copy.get(key);
        V standing = copy.merge(key, value, (old, other) -> other.stamp() > old.stamp() ? other : old);
        if (before == null || before.stamp() != standing.stamp()) {
            listeners.forEach(listener -> listener.accept(key));
        }
        return standing;
    }

    private V changeAlone(String key, Alone<V> change) {
        if (link != Link.NONE && change.change().outlivesOutage()) {
            alone.merge(key, new ArrayDeque<>(List.of(change)), SharedMap::with);
        }
        V value = copy.compute(key, (k, old) -> change.change().apply(old, link.time()));
        listeners.forEach(listener -> listener.accept(key));
        return value;
    }

    private static <V extends Stamped> Deque<Alone<V>> with(Deque<Alone<V>> changes, Deque<Alone<V>> more) {
        Deque<Alone<V>> all = new ArrayDeque<>(changes);
        all.addAll(more);
        while (all.size() > MOST_ALONE) {
            all.removeFirst();
        }
        return all;
    }
}
