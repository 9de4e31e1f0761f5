/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@DisplayName("Q4: a rollout goes to the share asked for, and each caller stays on its side")
class CohortTest {
    private static final List<String> CALLERS =
            IntStream.range(0, 10_000).mapToObj(number -> "shop-" + number).toList();

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 5, 10, 33.3, 50, 90, 99})
    @DisplayName("Q4: of 10,000 callers the share asked for gets the candidate, within 2 points")
    void hitsTheShare(double percent) {
        Rollout rollout = Rollout.of(2, percent);

        long candidates = CALLERS.stream()
                .filter(caller -> rollout.includes("support-answer", caller))
                .count();

        assertThat(candidates / 100.0).isCloseTo(percent, within(2.0));
    }

    @Test
    @DisplayName("Q4: a larger share keeps every caller of a smaller one")
    void growsOnly() {
        Rollout tenth = Rollout.of(2, 10);
        Rollout half = Rollout.of(2, 50);

        assertThat(CALLERS)
                .filteredOn(caller -> tenth.includes("answer", caller))
                .isNotEmpty()
                .allMatch(caller -> half.includes("answer", caller));
    }

    @Test
    @DisplayName("Q4: another task has other callers first")
    void differsByTask() {
        Rollout tenth = Rollout.of(2, 10);

        long both = CALLERS.stream()
                .filter(caller -> tenth.includes("answer", caller) && tenth.includes("summary", caller))
                .count();

        assertThat(both / 100.0).as("a tenth of a tenth").isCloseTo(1.0, within(0.5));
    }

    @Test
    @DisplayName("Q4: where a caller stands is the same in every version of Serai")
    void isFixed() {
        assertThat(Cohort.of("support-answer", "first-run")).isEqualTo(2154);
    }

    @Test
    void allCallersAreNoRollout() {
        assertThatThrownBy(() -> Rollout.of(2, 100)).hasMessageContaining("to go to all, promote");
        assertThatThrownBy(() -> Rollout.of(2, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
