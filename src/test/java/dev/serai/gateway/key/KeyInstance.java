/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.key;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.serai.gateway.AdjustableClock;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.identity.CallerDirectory;
import dev.serai.gateway.identity.KeyHash;

/** What one instance of the gateway has of keys, without the gateway: its own connections, its own memory, a test's clock. */
final class KeyInstance implements AutoCloseable {
    static final String IN_FILE = "sk-serai-the-key-whose-hash-is-in-the-file-00000000";

    /** The caller {@code web} has no key in the file, {@code shop} has one. */
    static final CallerDirectory CALLERS =
            new CallerDirectory(List.of(caller("web"), caller("shop")), Map.of(KeyHash.of(IN_FILE), caller("shop")));

    final TestDatabase.Pool pool;
    static final Instant MORNING = Instant.parse("2026-11-30T10:00:00Z");

    final AdjustableClock clock;
    final KeyTable table;
    final KeyUses uses;
    final KeyIndex index;
    final KeyControl control;
    final KeyLoop loop;

    private KeyInstance(TestDatabase.Pool pool, AdjustableClock clock) {
        this.pool = pool;
        this.clock = clock;
        this.table = new KeyTable(pool.jdbc());
        this.uses = new KeyUses(table);
        this.index = new KeyIndex(table, uses, clock);
        this.control = new KeyControl(pool.transactions(), table, index, clock);
        this.loop = new KeyLoop(index, uses, control, Fleet.alone());
        index.compare();
    }

    static KeyInstance on(TestDatabase database, AdjustableClock clock) {
        return new KeyInstance(database.connect(), clock);
    }

    private static Caller caller(String name) {
        return new Caller(name, "acme", "team", name, Set.of(), Set.of(), Set.of("public"), Set.of(), 5);
    }

    static KeyControl.Order of(String caller) {
        return new KeyControl.Order(CALLERS, caller, "ops", "because");
    }

    /** Makes a key of the caller {@code web}, and tells it. */
    String create() throws Exception {
        return control.create(of("web"), null).key().reveal();
    }

    /** Whose key it is here; empty for one that is refused. */
    String whose(String key) {
        return whose(CALLERS, key);
    }

    String whose(CallerDirectory callers, String key) {
        return index.find(callers, key).map(Caller::name).orElse("");
    }

    static String id(String key) {
        return KeyHash.of(key).id();
    }

    @Override
    public void close() {
        pool.close();
    }
}
