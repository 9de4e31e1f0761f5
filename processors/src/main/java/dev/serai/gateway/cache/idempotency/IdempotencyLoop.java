/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.time.Duration;

import org.springframework.stereotype.Component;

import dev.serai.gateway.database.DatabaseLoop;

/** Renews the leases of calls at work, and deletes what is over: all instances do, a bounded number each time. Thread-safe. */
@Component
final class IdempotencyLoop extends DatabaseLoop {
    private static final int ROUNDS_PER_LEASE = 3;
    private static final long CLEAN_EVERY = Duration.ofSeconds(30).toNanos();
    private static final int MOST_BATCHES = 20;

    private final RunningCalls calls;
    private final CallTable table;
    private final Seals seals;
    private long cleaned = System.nanoTime();

    IdempotencyLoop(RunningCalls calls, CallTable table, Seals seals, IdempotencySettings settings) {
        super("idempotency keys", settings.lease().dividedBy(ROUNDS_PER_LEASE));
        this.calls = calls;
        this.table = table;
        this.seals = seals;
    }

    @Override
    protected void round() {
        calls.renew();
        seals.check();
        if (System.nanoTime() - cleaned >= CLEAN_EVERY) {
            clean();
            cleaned = System.nanoTime();
        }
    }

    private void clean() {
        for (int batch = 0; batch < MOST_BATCHES && table.deleteExpired() == CallTable.BATCH; batch++) {
            Thread.yield();
        }
    }

    /** Below those of the doors: calls that are still at work while they stop keep their leases. */
    @Override
    public int getPhase() {
        return 0;
    }
}
