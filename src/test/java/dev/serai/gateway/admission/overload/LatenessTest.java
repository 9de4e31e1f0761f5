/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How late threads run (K2). */
class LatenessTest {
    private final AtomicLong clock = new AtomicLong(1);
    private final Deque<Runnable> scheduled = new ArrayDeque<>();
    private final Lateness lateness = new Lateness(scheduled::add, clock::get);

    @Test
    @DisplayName("K2: what counts is the least of the probes: one that a pause delayed says nothing")
    void takesTheLeast() {
        // When
        probe(900);
        probe(3);
        probe(700);
        // Then
        assertThat(lateness.least()).isEqualTo(3);
        assertThat(lateness.least()).isZero();
    }

    @Test
    @DisplayName("K2: a probe that has not run is as late as it is by now, and no further one is started meanwhile")
    void countsTheOneThatWaits() {
        // Given
        lateness.probe();
        clock.addAndGet(50);
        lateness.probe();
        clock.addAndGet(50);
        // Then
        assertThat(scheduled).hasSize(1);
        assertThat(lateness.least()).isEqualTo(100);
        // When
        clock.addAndGet(20);
        scheduled.remove().run();
        // Then
        assertThat(lateness.least()).isEqualTo(120);
    }

    private void probe(long late) {
        lateness.probe();
        clock.addAndGet(late);
        scheduled.remove().run();
        clock.addAndGet(7);
    }
}
