/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.concurrent.CompletableFuture;

/**
 * Where an instance takes from: the fleet's bucket, or its own where it is alone or the fleet's store is out of reach. A share
 * in the limit is in the price: with a third of it, everything costs three times as much. Nothing blocks, and no future fails.
 * Thread-safe.
 */
final class SharedSource implements Source {
    /** What is in the own bucket when it takes the place of the fleet's: as much of what it holds. */
    private static final int REST = 20;

    private final FleetStore fleet;
    private final OwnStore own = new OwnStore();
    private final Shares shares;
    private volatile boolean wasFar;

    /** @param fleet null for an instance that is alone */
    SharedSource(FleetStore fleet, Shares shares) {
        this.fleet = fleet;
        this.shares = shares;
    }

    @Override
    public boolean isFar() {
        return fleet != null && fleet.isUp();
    }

    @Override
    public CompletableFuture<Grant> take(long need, long wish, long capacity) {
        if (!isFar()) {
            return takeOwn(need, capacity);
        }
        wasFar = true;
        return take(fleet, shares.inFleet(), need, wish, capacity)
                .exceptionallyCompose(lost -> takeOwn(need, capacity));
    }

    @Override
    public void give(long micros, long capacity) {
        Store store = isFar() ? fleet : own;
        store.resize(capacity);
        long price = Math.round(micros * (store == own ? shares.alone() : shares.inFleet()));
        if (price > 0) {
            store.add(price);
        }
    }

    @Override
    public void owe(long micros, long capacity) {
        Store store = isFar() ? fleet : own;
        store.resize(capacity);
        owe(store, store == own ? shares.alone() : shares.inFleet(), micros);
    }

    private static void owe(Store store, double share, long micros) {
        long price = Math.round(micros * share);
        if (price > 0) {
            store.owe(price);
        }
    }

    /** After the fleet's bucket the own one begins all but empty: a store that is lost now and then gives nothing away. */
    private CompletableFuture<Grant> takeOwn(long need, long capacity) {
        if (wasFar) {
            wasFar = false;
            own.resize(capacity);
            own.drain(capacity / REST);
        }
        return take(own, shares.alone(), need, need, capacity);
    }

    private static CompletableFuture<Grant> take(Store store, double share, long need, long wish, long capacity) {
        store.resize(capacity);
        long least = price(need, share, capacity);
        long most = Math.max(least, price(wish, share, capacity));
        return store.take(most).thenCompose(all -> {
            if (all.isConsumed()) {
                // what is dearer than all that fits into the bucket is paid in part, and owed in part
                long paid = most > least ? Math.round(most / share) : need;
                owe(store, share, most > least ? 0 : need - Math.round(least / share));
                return granted(paid, all.getRemainingTokens(), share);
            }
            long rest = all.getRemainingTokens();
            if (most == least || rest < least) {
                return granted(0, rest, share);
            }
            return store.take(rest)
                    .thenCompose(some -> granted(
                            some.isConsumed() ? Math.round(rest / share) : 0, some.getRemainingTokens(), share));
        });
    }

    private static long price(long micros, double share, long capacity) {
        return Math.clamp(Math.round(micros * share), 1, capacity);
    }

    private static CompletableFuture<Grant> granted(long micros, long left, double share) {
        return CompletableFuture.completedFuture(new Grant(micros, Math.round(left / share)));
    }
}
