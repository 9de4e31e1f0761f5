/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.reload.version.TaskTexts;

/** What one instance of the gateway has of versions, without the gateway: its own connections, its own memory. */
final class Instance implements AutoCloseable {
    static final VersionSettings SETTINGS = new VersionSettings(50, 20, true, 0.1, 0.1, 50, Duration.ofMinutes(10));
    static final Deed ANN = new Deed("ann", "because");
    static final Deed BOB = new Deed("bob", null);

    final TestDatabase.Pool pool;
    final VersionStore store;
    final VersionControl control;
    final ActiveVersions active;
    final VersionCounts counts;
    final RollbackWatch rollbacks;
    final VersionLoop loop;

    Instance(TestDatabase.Pool pool, VersionSettings settings) {
        this.pool = pool;
        Transactions transactions = pool.transactions();
        StateTable states = new StateTable(pool.jdbc());
        EventTable events = new EventTable(pool.jdbc());
        CountTable table = new CountTable(pool.jdbc());
        this.store = new VersionStore(transactions, new VersionTable(pool.jdbc()), states, events, settings);
        this.control = new VersionControl(transactions, store, states, events, table);
        this.active = new ActiveVersions(control, store);
        this.counts = new VersionCounts(settings);
        this.rollbacks = new RollbackWatch(control, counts, states, table, Fleet.alone());
        this.loop = new VersionLoop(active, rollbacks);
    }

    static Instance on(TestDatabase database) {
        return new Instance(database.connect(), SETTINGS);
    }

    static Instance on(TestDatabase database, VersionSettings settings) {
        return new Instance(database.connect(), settings);
    }

    /** A version of the task 'answer' that differs by its text. */
    static Draft draft(String text) {
        return new Draft("profile", texts("routes/tasks/answer.yaml", Map.of("routes/tasks/answer.yaml", text)));
    }

    static TaskTexts texts(String route, Map<String, String> byName) {
        return new TaskTexts("answer", route, new TreeMap<>(byName));
    }

    static Target answer(int sequence) {
        return new Target("answer", sequence, null);
    }

    static Target answer(int sequence, long revision) {
        return new Target("answer", sequence, revision);
    }

    /** Records versions 1, 2, … with nothing that takes them back by itself, and promotes the last. */
    void publish(int count) throws Exception {
        for (int number = 1; number <= count; number++) {
            control.publish(draft("text " + number), Safety.NONE, ANN);
        }
    }

    TaskState state() throws Exception {
        return control.state("answer");
    }

    @Override
    public void close() {
        loop.stop();
        pool.close();
    }
}
