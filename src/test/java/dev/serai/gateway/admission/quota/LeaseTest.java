/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.serai.gateway.admission.quota.Source.Grant;

import static org.assertj.core.api.Assertions.assertThat;

/** The arithmetic of leases: what an instance takes in advance, and what it gives back (K1, K3). */
class LeaseTest {
    private static final long HOLDS = 2_000_000;
    private static final long STOCK = 200_000;
    private static final long SECOND = 1_000_000;

    private long now = 1;
    private final FarBucket bucket = new FarBucket();

    /** The fleet's bucket, whose answers come when the test says so. */
    private final class FarBucket implements Source {
        private final List<Runnable> answers = new ArrayList<>();
        private final List<Long> wishes = new ArrayList<>();
        private long left = HOLDS;
        private long filledAt = now;

        @Override
        public boolean isFar() {
            return true;
        }

        @Override
        public CompletableFuture<Grant> take(long need, long wish, long capacity) {
            CompletableFuture<Grant> answer = new CompletableFuture<>();
            wishes.add(wish);
            answers.add(() -> {
                fill();
                long granted = left >= wish ? wish : left >= need ? left : 0;
                left -= granted;
                answer.complete(new Grant(granted, left));
            });
            return answer;
        }

        @Override
        public void give(long micros, long capacity) {
            fill();
            left = Math.min(HOLDS, left + micros);
        }

        @Override
        public void owe(long micros, long capacity) {
            fill();
            left -= micros;
        }

        private void fill() {
            left = Math.min(HOLDS, left + now - filledAt);
            filledAt = now;
        }

        void answer() {
            List<Runnable> due = List.copyOf(answers);
            answers.clear();
            due.forEach(Runnable::run);
        }
    }

    private final Lease lease = new Lease(bucket, () -> now, () -> STOCK);

    @Test
    @DisplayName("K1: an instance with nothing in stock asks, and takes what it was granted")
    void asksFirst() {
        // When
        Lease.Try first = lease.take(10_000, HOLDS);
        boolean before = first.taken() || first.asked().isDone();
        bucket.answer();
        // Then
        assertThat(before).isFalse();
        assertThat(first.asked()).isDone();
        assertThat(lease.take(10_000, HOLDS).taken()).isTrue();
        assertThat(bucket.left).isEqualTo(HOLDS - 10_000);
    }

    @Test
    @DisplayName("K1: a busy instance has the next block before the last is used up: no call waits for the fleet")
    void fetchesAhead() {
        // Given: a call each 5 ms that costs 5 ms of the limit
        takeAfterAsking(5_000);
        int waited = 0;
        // When
        for (int i = 0; i < 1_000; i++) {
            now += 5_000;
            if (!lease.take(5_000, HOLDS).taken()) {
                waited++;
                bucket.answer();
                assertThat(lease.take(5_000, HOLDS).taken()).isTrue();
            }
            if (i % 4 == 0) { // the fleet's answers take their time
                bucket.answer();
            }
        }
        // Then: after the first few, and with a question for every 20 calls
        assertThat(waited).isLessThan(10);
        assertThat(bucket.wishes.size()).isLessThan(100);
        assertThat(bucket.wishes).allMatch(wish -> wish <= STOCK);
    }

    @Test
    @DisplayName("K1: while the bucket is known to be empty, refusals ask nobody, and say when it is worth another try")
    void refusesByItself() {
        // Given
        bucket.left = 0;
        lease.take(100_000, HOLDS);
        bucket.answer();
        // When
        Lease.Try refused = lease.take(100_000, HOLDS);
        now += 40_000;
        Lease.Try later = lease.take(100_000, HOLDS);
        // Then
        assertThat(refused.taken()).isFalse();
        assertThat(refused.asked()).isNull();
        assertThat(refused.soonest()).isEqualTo(100_000);
        assertThat(later.soonest()).isEqualTo(60_000);
        assertThat(bucket.wishes).hasSize(1);
        // When
        now += 60_000;
        // Then
        assertThat(takeAfterAsking(100_000)).isTrue();
    }

    @Test
    @DisplayName("K1: calls that wait for the fleet together are asked for together")
    void asksForAllThatWait() {
        // Given
        for (int i = 0; i < 50; i++) {
            assertThat(lease.take(10_000, HOLDS).taken()).isFalse();
        }
        bucket.answer();
        // When: two more questions serve all
        int taken = 0;
        for (int round = 0; round < 2; round++) {
            while (taken < 50 && lease.take(10_000, HOLDS).taken()) {
                taken++;
            }
            bucket.answer();
        }
        while (taken < 50 && lease.take(10_000, HOLDS).taken()) {
            taken++;
        }
        // Then
        assertThat(taken).isEqualTo(50);
        assertThat(bucket.wishes).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    @DisplayName("K3: what is given back can be taken again, and an idle instance's stock goes back to the fleet")
    void givesBack() {
        // Given
        takeAfterAsking(500_000);
        // When
        lease.give(500_000);
        // Then
        assertThat(lease.take(400_000, HOLDS).taken()).isTrue();
        // When
        now += 2 * SECOND;
        lease.tidy();
        // Then: two seconds have filled the bucket
        assertThat(bucket.left).isEqualTo(HOLDS);
        assertThat(lease.take(1_000, HOLDS).taken()).isFalse();
    }

    @Test
    @DisplayName("K1: a call that costs more than fits into the bucket needs a full one, and its rest is owed")
    void owes() {
        // When
        boolean taken = takeAfterAsking(5 * SECOND);
        // Then
        assertThat(taken).isTrue();
        assertThat(bucket.left).isEqualTo(HOLDS - 5 * SECOND);
        assertThat(lease.take(1_000, HOLDS).soonest()).isEqualTo(3 * SECOND + 1_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {150, 600, 6_000, 60_000})
    @DisplayName(
            "K1: ten instances at five times the rate let in within 5 % of a minute's limit, after a quiet minute too")
    void tenInstances(int perMinute) {
        // Given
        long cost = 60 * SECOND / perMinute;
        List<Lease> instances = Stream.generate(() -> new Lease(bucket, () -> now, () -> Lease.ALL_STOCKS_MICROS / 10))
                .limit(10)
                .toList();
        run(instances, cost, perMinute, 1);
        // When
        int admitted = run(instances, cost, 5 * perMinute, 60);
        // Then
        assertThat((double) admitted).isBetween(perMinute * 0.95, perMinute * 1.05);
    }

    /** Calls at a steady rate, to the instances in turn; the fleet answers within two milliseconds. */
    private int run(List<Lease> instances, long cost, int perMinute, int seconds) {
        int admitted = 0;
        int sent = 0;
        List<Lease> waiting = new ArrayList<>();
        for (long end = now + seconds * SECOND, begun = now; now < end; now += 1_000) {
            if (now / 1_000 % 2 == 0) {
                bucket.answer();
            }
            List<Lease> calls = new ArrayList<>(waiting);
            waiting.clear();
            for (; sent < (now - begun) * perMinute / (60 * SECOND); sent++) {
                calls.add(instances.get(sent % 10));
            }
            for (Lease instance : calls) {
                Lease.Try result = instance.take(cost, HOLDS);
                admitted += result.taken() ? 1 : 0;
                if (result.asked() != null) {
                    waiting.add(instance);
                }
            }
            if (now / 1_000 % 500 == 0) {
                instances.forEach(Lease::tidy);
            }
        }
        return admitted;
    }

    @Test
    @DisplayName("K1: however much more than estimated calls have used, no more than a minute is owed")
    void debtIsBounded() {
        // Given
        takeAfterAsking(1_000);
        // When
        for (int i = 0; i < 10; i++) {
            lease.owe(60 * SECOND);
        }
        // Then
        assertThat(bucket.left).isBetween(-61 * SECOND, -59 * SECOND);
    }

    private boolean takeAfterAsking(long cost) {
        lease.take(cost, HOLDS);
        bucket.answer();
        return lease.take(cost, HOLDS).taken();
    }
}
