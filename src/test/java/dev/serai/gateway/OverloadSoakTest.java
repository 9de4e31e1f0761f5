/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.OverloadBed.Who;
import dev.serai.gateway.OverloadLoad.Done;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The real jar with four times the calls that it can serve (K2): {@code mvn package && mvn test -Psoak}. What it can serve is a
 * number of places at a model that takes its time, so that the numbers do not hang on the machine's speed.
 */
@Tag("soak")
class OverloadSoakTest {
    private static final int PLACES = 16;
    private static final int ROOM = 30;
    private static final Duration PEAK = Duration.ofSeconds(8);
    private static final Duration OVERLOAD = Duration.ofSeconds(16);
    private static final Duration RECOVERY = Duration.ofSeconds(5);
    private static final long MEBIBYTE = 1 << 20;

    /** The most that was seen in the queue, and on the instance. */
    private final AtomicInteger mostWaiting = new AtomicInteger();

    private final AtomicInteger mostInUse = new AtomicInteger();

    @Test
    @DisplayName(
            "K2: at four times what it can serve it serves 90 % of its peak, 99 % of the most urgent calls, within bounds, and recovers in 5 s")
    void fourTimesTooMuch() throws Exception {
        try (JarUnderTest gateway = JarUnderTest.start(setup(), "-Xmx256m")) {
            // Given
            OverloadLoad load = new OverloadLoad(gateway.baseUrl(), "paced");
            AdminClient admin = new AdminClient(gateway.baseUrl(), gateway.home());
            load.closed(PLACES, Duration.ofSeconds(3));
            JarVitals before = JarVitals.of(gateway);
            long began = System.nanoTime();
            double peak = OverloadLoad.throughput(load.closed(PLACES, PEAK), began, PEAK);
            // When
            AtomicBoolean over = new AtomicBoolean();
            Thread watch = Thread.startVirtualThread(() -> watch(admin, over));
            began = System.nanoTime();
            List<Done> calls = load.atRate(4 * peak, OVERLOAD);
            double throughput = OverloadLoad.throughput(calls, began, OVERLOAD);
            // Then
            FaultBed.within(RECOVERY).until(() -> isIdle(admin));
            over.set(true);
            watch.join();
            CompletableFuture<Done> afterwards = load.call(Who.LOW);
            JarVitals after = JarVitals.of(gateway);
            report(peak, throughput, calls, before, after);
            assertThat(throughput).isGreaterThanOrEqualTo(0.9 * peak);
            assertThat(successes(calls, Who.URGENT)).isGreaterThanOrEqualTo(0.99);
            assertThat(mostWaiting.get()).isPositive().isLessThanOrEqualTo(ROOM);
            assertThat(mostInUse.get()).isLessThanOrEqualTo(PLACES);
            assertThat(calls).filteredOn(call -> !call.served()).isNotEmpty().allSatisfy(call -> {
                assertThat(call.status()).isEqualTo(503);
                assertThat(call.retryAfter()).isBetween(1, 30);
            });
            assertThat(afterwards.join().served()).isTrue();
            assertThat(after.heapBytes() - before.heapBytes())
                    .as(after.grownSince(before))
                    .isLessThan(64 * MEBIBYTE);
            assertThat(gateway.log()).doesNotContain("OutOfMemoryError");
        }
    }

    private static GatewayUnderTest.Builder setup() {
        return GatewayUnderTest.builder()
                .file("config/callers.yaml", OverloadBed.callers())
                .deployment(
                        "paced",
                        "llm:sim/quick?sim.latency=1s&sim.tokens=5",
                        "connections: 64",
                        "breaker: { minimumCalls: 1000, window: 1000 }")
                .task("paced", "paced", "deadline: 8s")
                .property("serai.overload.min-places", String.valueOf(PLACES))
                .property("serai.overload.max-places", String.valueOf(PLACES))
                .property("serai.overload.queue-size", String.valueOf(ROOM))
                .property("serai.jms.enabled", "false");
    }

    private void watch(AdminClient admin, AtomicBoolean over) {
        while (!over.get()) {
            JsonNode instance = instance(admin);
            mostWaiting.accumulateAndGet(instance.path("waiting").intValue(), Math::max);
            mostInUse.accumulateAndGet(instance.path("inUse").intValue(), Math::max);
            java.util.concurrent.locks.LockSupport.parkNanos(
                    Duration.ofMillis(250).toNanos());
        }
    }

    private static boolean isIdle(AdminClient admin) {
        JsonNode instance = instance(admin);
        return instance.path("waiting").intValue() == 0
                && instance.path("inUse").intValue() == 0;
    }

    /** Operators are answered however much there is to do. */
    private static JsonNode instance(AdminClient admin) {
        try {
            return admin.get("overload").path("instance");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static double successes(List<Done> calls, Who who) {
        return calls.stream()
                .filter(call -> call.who() == who)
                .mapToInt(call -> call.served() ? 1 : 0)
                .average()
                .orElseThrow();
    }

    private void report(double peak, double throughput, List<Done> calls, JarVitals before, JarVitals after) {
        System.out.printf(
                "peak %.1f/s, at 4x %.1f/s (%.0f %%); at most %d waiting, %d in use; heap %d -> %d KiB%n",
                peak,
                throughput,
                100 * throughput / peak,
                mostWaiting.get(),
                mostInUse.get(),
                before.heapBytes() / 1024,
                after.heapBytes() / 1024);
        for (Who who : Who.values()) {
            long[] millis = calls.stream()
                    .filter(call -> call.who() == who && call.served())
                    .mapToLong(Done::millis)
                    .sorted()
                    .toArray();
            System.out.printf(
                    "%s: %.1f %% served, median %s ms, p99 %s ms%n",
                    who,
                    100 * successes(calls, who),
                    millis.length == 0 ? "-" : millis[millis.length / 2],
                    millis.length == 0 ? "-" : millis[millis.length * 99 / 100]);
        }
    }
}
