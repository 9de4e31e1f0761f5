/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The callers of {@code callers.yaml} and the hashes of the keys that stand there, as of one moment. A change makes a new one.
 * Immutable and thread-safe.
 *
 * <p>A lookup takes the same time whatever the key says: it is hashed whole, and only the hash, which the sender cannot
 * steer, is searched for.
 */
public final class CallerDirectory {
    public static final CallerDirectory EMPTY = new CallerDirectory(List.of(), Map.of());

    private final Map<KeyHash, Caller> byHash;
    private final Map<String, Caller> byName = new TreeMap<>();

    /**
     * @param callers all of them
     * @param byHash  those that have a key in the file, by its hash
     */
    public CallerDirectory(Collection<Caller> callers, Map<KeyHash, Caller> byHash) {
        this.byHash = new HashMap<>(byHash);
        callers.forEach(caller -> byName.put(caller.name(), caller));
    }

    /** The caller whose key in the file has that hash. */
    public Optional<Caller> find(KeyHash hash) {
        return Optional.ofNullable(byHash.get(hash));
    }

    /** The caller of that name. */
    public Optional<Caller> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** In the order of their names. */
    public Collection<Caller> callers() {
        return Collections.unmodifiableCollection(byName.values());
    }

    /** Of the keys that a caller has in the file; it walks all. */
    public List<KeyHash> hashes(String caller) {
        return byHash.entrySet().stream()
                .filter(entry -> entry.getValue().name().equals(caller))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(KeyHash::toString))
                .toList();
    }
}
