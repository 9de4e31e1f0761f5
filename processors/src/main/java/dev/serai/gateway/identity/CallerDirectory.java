/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The callers and the hashes of their keys, as of one moment. A change makes a new one. Immutable and thread-safe.
 *
 * <p>A lookup takes the same time whatever the key says: it is hashed whole, and only the hash, which the sender cannot
 * steer, is searched for.
 */
public final class CallerDirectory {
    public static final CallerDirectory EMPTY = new CallerDirectory(Map.of());

    private final Map<KeyHash, Caller> byHash;
    private final Collection<Caller> callers;

    public CallerDirectory(Map<KeyHash, Caller> byHash) {
        this.byHash = new HashMap<>(byHash);
        this.callers = List.copyOf(new LinkedHashSet<>(byHash.values()));
    }

    /** The caller whose key this is. */
    public Optional<Caller> find(String key) {
        return Optional.ofNullable(byHash.get(KeyHash.of(key)));
    }

    public Collection<Caller> callers() {
        return callers;
    }
}
