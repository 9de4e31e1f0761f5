/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.key;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.identity.CallerDirectory;
import dev.serai.gateway.identity.KeyCheck;
import dev.serai.gateway.identity.KeyHash;

/**
 * All keys that the database tells of, as this instance has last seen them there. Thread-safe: a call reads one immutable
 * map, which changes replace as a whole, and waits for nobody.
 */
@Component
public final class KeyIndex implements KeyCheck {
    private static final Snapshot NOTHING = new Snapshot(-1, Map.of());

    private final KeyTable table;
    private final KeyUses uses;
    private final Clock clock;
    private final ReentrantLock replacing = new ReentrantLock();
    private volatile Snapshot snapshot = NOTHING;

    /** What is known, and the number of the change up to which it is complete. */
    private record Snapshot(long revision, Map<KeyHash, CallerKey> byHash) {}

    @Autowired
    KeyIndex(KeyTable table, KeyUses uses) {
        this(table, uses, Clock.systemUTC());
    }

    KeyIndex(KeyTable table, KeyUses uses, Clock clock) {
        this.table = table;
        this.uses = uses;
        this.clock = clock;
    }

    @Override
    public Optional<Caller> find(CallerDirectory callers, String key) {
        KeyHash hash = KeyHash.of(key);
        CallerKey known = snapshot.byHash().get(hash);
        Instant now = clock.instant();
        if (known != null && !known.isValid(now)) {
            return Optional.empty();
        }
        Optional<Caller> caller = known == null || known.inFile() ? callers.find(hash) : callers.named(known.caller());
        if (caller.isPresent()) {
            uses.note(hash, now);
        }
        return caller;
    }

    /** Those of all callers, also of callers that are in no file any more; not the file's own that nobody has ended. */
    public Collection<CallerKey> all() {
        return snapshot.byHash().values();
    }

    /** A caller's keys: those of the file first, then the others as they were made. */
    public List<CallerKey> of(CallerDirectory callers, String caller) {
        return of(callers, caller, snapshot.byHash());
    }

    static List<CallerKey> of(CallerDirectory callers, String caller, Map<KeyHash, CallerKey> byHash) {
        List<CallerKey> keys = new ArrayList<>();
        for (KeyHash hash : callers.hashes(caller)) {
            CallerKey known = byHash.get(hash);
            keys.add(known == null || !known.inFile() ? CallerKey.ofFile(hash, caller) : known);
        }
        byHash.values().stream()
                .filter(key -> !key.inFile() && key.caller().equals(caller))
                .forEach(keys::add);
        return keys;
    }

    /**
     * Looks whether there was a change, on the caller's thread; what calls see is up to date when it returns.
     *
     * @throws org.springframework.core.NestedRuntimeException where the database cannot be reached: all stays as it is
     */
    void compare() {
        replacing.lock();
        try {
            long revision = table.revision();
            if (revision != snapshot.revision()) {
                snapshot = new Snapshot(revision, byHash(table.all()));
            }
        } finally {
            replacing.unlock();
        }
    }

    /** Takes over a change that this instance has committed, without asking the database. */
    void apply(long revision, List<CallerKey> changed) {
        replacing.lock();
        try {
            Snapshot before = snapshot;
            if (revision > before.revision()) {
                Map<KeyHash, CallerKey> byHash = new LinkedHashMap<>(before.byHash());
                changed.forEach(key -> byHash.put(key.hash(), key));
                // where there were changes in between, the next comparison has to read them
                long complete = revision == before.revision() + 1 ? revision : before.revision();
                snapshot = new Snapshot(complete, byHash);
            }
        } finally {
            replacing.unlock();
        }
    }

    static Map<KeyHash, CallerKey> byHash(List<CallerKey> keys) {
        Map<KeyHash, CallerKey> byHash = new LinkedHashMap<>();
        keys.forEach(key -> byHash.put(key.hash(), key));
        return byHash;
    }
}
