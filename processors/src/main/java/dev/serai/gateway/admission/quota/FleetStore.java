/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import dev.serai.gateway.fleet.SharedBuckets;

import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TokensInheritanceStrategy;

/** A bucket of the fleet: each question is a hop to the instance that keeps it. Thread-safe. */
final class FleetStore implements Store {
    private final SharedBuckets buckets;
    private final String name;
    private final LongAdder taken;
    private final AtomicLong capacity = new AtomicLong();

    /** @param taken counts the questions that calls may have to wait for */
    FleetStore(SharedBuckets buckets, String name, LongAdder taken) {
        this.buckets = buckets;
        this.name = name;
        this.taken = taken;
    }

    boolean isUp() {
        return buckets.isUp();
    }

    @Override
    public CompletableFuture<ConsumptionProbe> take(long micros) {
        taken.increment();
        return buckets.ask(name, Store.bucket(capacity.get()), bucket -> bucket.tryConsumeAndReturnRemaining(micros));
    }

    @Override
    public void add(long micros) {
        buckets.ask(name, Store.bucket(capacity.get()), bucket -> bucket.addTokens(micros));
    }

    @Override
    public void owe(long micros) {
        buckets.ask(name, Store.bucket(capacity.get()), bucket -> bucket.consumeIgnoringRateLimits(micros));
    }

    /** The fleet's may be of another size from before this instance: it is set once in any case. */
    @Override
    public void resize(long wanted) {
        if (capacity.getAndSet(wanted) != wanted) {
            buckets.ask(
                    name,
                    Store.bucket(wanted),
                    bucket -> bucket.replaceConfiguration(Store.bucket(wanted), TokensInheritanceStrategy.AS_IS));
        }
    }
}
