/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How many calls an instance takes, by how late it runs (K2). */
class SaturationLimitTest {
    private static final long TOLERATED = Duration.ofMillis(50).toNanos();
    /** Samples in five seconds. */
    private static final int FIVE_SECONDS = 20;

    private final SaturationLimit limit = new SaturationLimit(64, 4096, Duration.ofNanos(TOLERATED));

    @Test
    @DisplayName("K2: an instance with too much to do settles within a quarter of what it carries, and stays there")
    void settlesAtWhatItCarries() {
        // Given an instance that runs 1 ms later for each call beyond the 200 that it carries, and callers without end
        int carries = 200;
        // When
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int i = 0; i < 200; i++) {
            int inUse = limit.getLimit();
            sample(Duration.ofMillis(Math.max(0, inUse - carries)).toNanos(), inUse, false);
            if (i > 100) {
                least = Math.min(least, limit.getLimit());
                most = Math.max(most, limit.getLimit());
            }
        }
        // Then
        assertThat(least).isGreaterThanOrEqualTo(carries);
        assertThat(most).isLessThanOrEqualTo(carries + carries / 4);
    }

    @Test
    @DisplayName("K2: within five seconds of the overload's end it takes as many calls as before")
    void recovers() {
        // Given
        for (int i = 0; i < 100; i++) {
            sample(10 * TOLERATED, 0, false);
        }
        assertThat(limit.getLimit()).isEqualTo(64);
        // When
        for (int i = 0; i < FIVE_SECONDS; i++) {
            sample(0, limit.getLimit(), false);
        }
        // Then
        assertThat(limit.getLimit()).isEqualTo(4096);
    }

    @Test
    @DisplayName(
            "H8: streams that have begun are no reason to let none begin for long: the limit falls to a tenth below them")
    void doesNotFallFarBelowWhatIsUnderWay() {
        // When
        for (int i = 0; i < 100; i++) {
            sample(10 * TOLERATED, 400, false);
        }
        // Then
        assertThat(limit.getLimit()).isEqualTo(360);
    }

    @Test
    @DisplayName("K2: while nobody wants more it comes back slowly, and not at all while the instance is nearly late")
    void forgetsSlowly() {
        // Given
        for (int i = 0; i < 100; i++) {
            sample(10 * TOLERATED, 0, false);
        }
        // When
        sample(TOLERATED - 1, 64, false);
        // Then
        assertThat(limit.getLimit()).isEqualTo(64);
        // When
        sample(0, 10, false);
        // Then
        assertThat(limit.getLimit()).isEqualTo(68);
    }

    @Test
    @DisplayName("K2: a heap that is short lowers it, however prompt the threads are")
    void followsTheHeap() {
        // When
        sample(0, 512, true);
        // Then
        assertThat(limit.getLimit()).isEqualTo(3686);
    }

    private void sample(long lateNanos, int inUse, boolean heapIsShort) {
        limit.onSample(0, lateNanos, inUse, heapIsShort);
    }
}
