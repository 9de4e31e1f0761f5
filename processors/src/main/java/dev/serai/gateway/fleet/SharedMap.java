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
    private static final int MOST_PENDING = 256;

    private final String name;
    private final Link link;
    private final Map<String, V> copy = new ConcurrentHashMap<>();
    /** What was changed here alone. A key without changes: all of them have reached the fleet after all. */
    private final Map<String, Deque<Change<V>>> pending = new ConcurrentHashMap<>();

    private final CopyOnWriteArrayList<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

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
            return CompletableFuture.completedFuture(changeAlone(key, change));
        }
        CompletableFuture<V> sent = link.submit(name, key, change);
        return sent.copy().orTimeout(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS).handle((value, failure) -> {
            if (failure == null) {
                return accept(key, value);
            }
            link.lost(failure);
            V own = changeAlone(key, change);
            sent.thenRun(() -> pending.computeIfPresent(key, (k, changes) -> without(changes, List.of(change))));
            return own;
        });
    }

    String name() {
        return name;
    }

    /** The keys that were changed here alone. */
    Set<String> alone() {
        return Set.copyOf(pending.keySet());
    }

    /** What was changed here alone, the oldest first. */
    List<Change<V>> pending(String key) {
        Deque<Change<V>> changes = pending.get(key);
        return changes == null ? List.of() : List.copyOf(changes);
    }

    /** The fleet's value, which those changes are part of now: it stands, whatever was made of them here. */
    void settled(String key, List<Change<V>> changes, V value) {
        pending.computeIfPresent(key, (k, all) -> {
            Deque<Change<V>> left = without(all, changes);
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

    private V changeAlone(String key, Change<V> change) {
        if (link != Link.NONE && change.outlivesOutage()) {
            pending.merge(key, new ArrayDeque<>(List.of(change)), SharedMap::with);
        }
        V value = copy.compute(key, (k, old) -> change.apply(old, link.time()));
        listeners.forEach(listener -> listener.accept(key));
        return value;
    }

    private static <V extends Stamped> Deque<Change<V>> with(Deque<Change<V>> changes, Deque<Change<V>> more) {
        Deque<Change<V>> all = new ArrayDeque<>(changes);
        all.addAll(more);
        while (all.size() > MOST_PENDING) {
            all.removeFirst();
        }
        return all;
    }

    private static <V extends Stamped> Deque<Change<V>> without(Deque<Change<V>> changes, List<Change<V>> gone) {
        Deque<Change<V>> left = new ArrayDeque<>(changes);
        left.removeIf(change -> gone.stream().anyMatch(one -> one == change));
        return left;
    }
}
