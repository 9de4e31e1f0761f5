/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.concurrent.CompletableFuture;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TokensInheritanceStrategy;

/** A bucket in this instance's memory. Thread-safe. */
final class OwnStore implements Store {
    private volatile Bucket bucket;
    private volatile long capacity;

    @Override
    public CompletableFuture<ConsumptionProbe> take(long micros) {
        return CompletableFuture.completedFuture(bucket.tryConsumeAndReturnRemaining(micros));
    }

    /** Leaves no more than that in it. */
    void drain(long rest) {
        long surplus = bucket.getAvailableTokens() - rest;
        if (surplus > 0) {
            bucket.tryConsumeAsMuchAsPossible(surplus);
        }
    }

    @Override
    public void add(long micros) {
        bucket.addTokens(micros);
    }

    @Override
    public void owe(long micros) {
        bucket.consumeIgnoringRateLimits(micros);
    }

    @Override
    public void resize(long wanted) {
        if (wanted == capacity) {
            return;
        }
        synchronized (this) {
            if (bucket == null) {
                bucket = Bucket.builder()
                        .addLimit(Store.bucket(wanted).getBandwidths()[0])
                        .withNanosecondPrecision()
                        .build();
            } else if (wanted != capacity) {
                bucket.replaceConfiguration(Store.bucket(wanted), TokensInheritanceStrategy.AS_IS);
            }
            capacity = wanted;
        }
    }
}
