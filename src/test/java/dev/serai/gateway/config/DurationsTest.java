/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "20s, PT20S", "2m, PT2M", "1h, PT1H", "7d, PT168H", "PT20S, PT20S", "0s, PT0S"})
    void reads(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "s", "20 s", "1m30s", "20sec", "2.5s", "20s ", "PT", "9999999999s"})
    void refusesWhatIsNotWhollyADuration(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(("'" + text + "' is not a duration"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5s", "PT-20S", "-PT20S"})
    void refusesNegativeOnes(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).hasMessage("'" + text + "' must not be negative");
    }
}
