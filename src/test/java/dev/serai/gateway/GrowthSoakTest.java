/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A small gateway and one that has grown, side by side in one run: what a call takes on one as a ratio of what it takes on the
 * other. Rounds alternate, so that whatever else the machine does hits both.
 */
@Tag("soak")
@DisplayName("U6: the cost of a call does not grow with tasks and deployments")
class GrowthSoakTest {
    private static final int MANY = 150;
    private static final int CALLS = 200;
    private static final int WARM_UP = 4;
    private static final int ROUNDS = 7;
    private static final int CLIENTS = 4;
    /** Room for what two medians of the same thing differ by on a busy machine. A loop over all of them would be far beyond. */
    private static final double SAME = 1.4;

    @Test
    @DisplayName("U6: as many tasks and deployments as a large company has")
    void configuration() throws Exception {
        // Given
        try (JarUnderTest small = gateway(1);
                JarUnderTest large = gateway(MANY)) {
            // When
            double ratio = ratio(small, large);
            // Then
            assertThat(ratio).isLessThan(SAME);
        }
    }

    private static JarUnderTest gateway(int size) throws IOException {
        GatewayUnderTest.Builder builder = GatewayUnderTest.builder().property("serai.jms.enabled", "false");
        for (int i = 0; i < size; i++) {
            builder.deployment("model-" + i, "llm:sim/quick", "price: gpt-4o-mini")
                    .task("task-" + i, "model-" + i);
        }
        return JarUnderTest.start(builder);
    }

    /** The median round of the large one by that of the small one. */
    private static double ratio(JarUnderTest small, JarUnderTest large) throws Exception {
        List<Long> ofSmall = new ArrayList<>();
        List<Long> ofLarge = new ArrayList<>();
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            long one = round(small);
            long other = round(large);
            if (round >= 0) {
                ofSmall.add(one);
                ofLarge.add(other);
            }
        }
        double ratio = (double) median(ofLarge) / median(ofSmall);
        System.out.printf(
                "%d calls: %.0f ms on the small one, %.0f ms on the large one, ratio %.2f%n",
                CALLS, median(ofSmall) / 1e6, median(ofLarge) / 1e6, ratio);
        return ratio;
    }

    private static long round(JarUnderTest gateway) throws Exception {
        GatewayClient client = new GatewayClient(gateway.baseUrl(), gateway.key());
        long started = System.nanoTime();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                running.add(clients.submit(() -> {
                    for (int call = 0; call < CALLS / CLIENTS; call++) {
                        assertThat(client.chat("task-0", false).status()).isEqualTo(200);
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
        return System.nanoTime() - started;
    }

    private static long median(List<Long> values) {
        long[] sorted = values.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
