/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;

/** Where one bucket is kept; it fills by a microsecond each microsecond. Thread-safe; nothing blocks. */
interface Store {
    /** Takes all of it, or nothing. */
    CompletableFuture<ConsumptionProbe> take(long micros);

    void add(long micros);

    /** Takes it, whatever is there. */
    void owe(long micros);

    /** Sets what the bucket holds at most. What is in it stays; a new one is full. */
    void resize(long capacity);

    static BucketConfiguration bucket(long capacity) {
        return BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(capacity).refillGreedy(1_000_000, Duration.ofSeconds(1)))
                .build();
    }
}
