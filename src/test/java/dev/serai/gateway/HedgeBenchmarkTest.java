/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What hedging buys and costs: prints the latencies with and without it, and the share of extra calls. */
@Tag("soak")
class HedgeBenchmarkTest {
    private static final int CALLS = 1500;
    private static final int AT_A_TIME = 6;
    /** One of fifty takes 20 times as long as the others. */
    private static final String FIFTY = "{latency: 100ms}, ".repeat(49) + "{latency: 2s}";

    private record Result(long p50, long p99, double extra) {}

    @Test
    @DisplayName(
            "I3 G3: with a primary whose P99 is 20 times its P50, hedging at p95 halves the task's P99 under 10 % extra calls")
    void tailIsCut() throws Exception {
        // Given
        PatternBed bed = PatternBed.on(PatternBed.setup()
                .file(
                        "routes/tasks/b1.yaml",
                        PatternBed.task("plain", "maxAttempts: 2", "kamelet:fallback?deployments=alpha,beta"))
                .file(
                        "routes/tasks/b2.yaml",
                        PatternBed.task("hedged", "maxAttempts: 2", "kamelet:hedge?primary=alpha&hedge=beta")));
        bed.script(PatternBed.BETA, "latency: 100ms");
        // When
        Result warm = measure(bed, "plain", false);
        Result plain = measure(bed, "plain", false);
        Result hedged = measure(bed, "hedged", false);
        Result plainStream = measure(bed, "plain", true);
        Result hedgedStream = measure(bed, "hedged", true);
        // Then
        System.out.printf(
                "warm-up %s%nplain %s%nhedged %s%nstreams: plain %s%nstreams: hedged %s%n",
                warm, plain, hedged, plainStream, hedgedStream);
        assertThat(hedged.p99()).isLessThanOrEqualTo(plain.p99() / 2);
        assertThat(hedged.extra()).isLessThan(0.1);
        assertThat(hedgedStream.p99()).isLessThanOrEqualTo(plainStream.p99() / 2);
        assertThat(hedgedStream.extra()).isLessThan(0.1);
    }

    private static Result measure(PatternBed bed, String task, boolean stream) throws Exception {

        String all = String.join(
                ", ", IntStream.range(0, CALLS / 50).mapToObj(i -> FIFTY).toList());
        bed.script(PatternBed.ALPHA, "attempts: [" + all + "]");
        bed.gateway().journal().clear();
        List<Callable<Long>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            calls.add(() -> millis(bed, task, stream));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME)) {
            long[] millis = new long[CALLS];
            List<Future<Long>> done = threads.invokeAll(calls);
            for (int i = 0; i < CALLS; i++) {
                millis[i] = done.get(i).get();
            }
            Arrays.sort(millis);
            double extra = (double) bed.asked(PatternBed.BETA).size() / CALLS;
            return new Result(millis[CALLS / 2], millis[CALLS * 99 / 100], extra);
        }
    }

    private static long millis(PatternBed bed, String task, boolean stream) throws Exception {
        long began = System.nanoTime();
        assertThat(bed.client().chat(task, stream).status()).isEqualTo(200);
        return (System.nanoTime() - began) / 1_000_000;
    }
}
