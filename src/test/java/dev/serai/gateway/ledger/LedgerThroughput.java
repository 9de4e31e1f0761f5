/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;

import static dev.serai.gateway.ledger.LedgerInstance.budget;

class LedgerThroughput {
    @Test
    void measure() throws Exception {
        Path dir = Files.createTempDirectory("led");
        run("H2", TestDatabase.h2(dir));
        run("PG", PostgresServer.database());
    }

    private void run(String name, TestDatabase db) throws Exception {
        try (LedgerInstance one = LedgerInstance.on(
                db,
                budget(Account.Kind.ORGANISATION, Window.DAY, "100000"),
                budget(Account.Kind.TASK, Window.MONTH, "100000"),
                LedgerInstance.ceiling(Account.Kind.GATEWAY, "100000"))) {
            for (int round = 0; round < 3; round++) {
                int r = round;
                AtomicLong n = new AtomicLong();
                long end = System.nanoTime() + 6_000_000_000L;
                Thread[] ts = new Thread[64];
                for (int t = 0; t < 64; t++) {
                    int k = t;
                    ts[t] = Thread.ofVirtual().start(() -> {
                        try {
                            for (int i = 0; System.nanoTime() < end; i++) {
                                String id = "c-" + r + "-" + k + "-" + i;
                                one.reserve(id, "0.001", "0.001");
                                one.settle(id, "0.0005", "0.0005");
                                n.incrementAndGet();
                            }
                        } catch (Exception e) {
                            e.printStackTrace();
                        }
                    });
                }
                for (Thread t : ts) t.join();
                long unw = one.ledger.unwritten();
                one.awaitWritten();
                long[] lat = new long[300];
                for (int i = 0; i < 300; i++) {
                    long s = System.nanoTime();
                    one.reserve("lone-" + r + "-" + i, "0.001", "0.001");
                    lat[i] = System.nanoTime() - s;
                    one.settle("lone-" + r + "-" + i, "0.0005", "0.0005");
                    one.awaitWritten();
                }
                Arrays.sort(lat);
                System.out.printf(
                        "%s round %d: %.0f pairs/s (unwritten at end %d), lone p50 %.2f p99 %.2f ms, rows %d%n",
                        name, r, n.get() / 6.0, unw, lat[150] / 1e6, lat[297] / 1e6, one.count("ledger_settlement"));
            }
        }
    }
}
