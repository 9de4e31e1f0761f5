/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is known of a model's latencies (G3). */
class LatencyWindowTest {
    private final LatencyWindow window = new LatencyWindow();

    @Test
    void nothingBeforeTwentyAnswers() {
        add(19, 10);

        assertThat(window.percentile(95)).isEmpty();

        add(1, 10);

        assertThat(window.percentile(95)).contains(Duration.ofMillis(10));
    }

    @Test
    void percentiles() {
        for (int millis = 1; millis <= 100; millis++) {
            window.add(millis);
        }

        assertThat(window.percentile(95)).contains(Duration.ofMillis(95));
        assertThat(window.percentile(99)).contains(Duration.ofMillis(99));
    }

    @Test
    void theLatestCount() {
        add(500, 10);
        add(500, 1000);

        assertThat(window.percentile(95)).contains(Duration.ofMillis(1000));
    }

    @Test
    void oneGivenUpLateCountsAndOneGivenUpEarlyDoesNot() {
        add(100, 100);
        for (int i = 0; i < 100; i++) {
            window.addAtLeast(5);
        }

        assertThat(window.percentile(95)).contains(Duration.ofMillis(100));

        for (int i = 0; i < 20; i++) {
            window.addAtLeast(300);
        }

        assertThat(window.percentile(95)).contains(Duration.ofMillis(300));
    }

    private void add(int times, long millis) {
        for (int i = 0; i < times; i++) {
            window.add(millis);
        }
    }
}
