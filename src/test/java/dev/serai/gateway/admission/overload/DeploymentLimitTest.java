/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static org.assertj.core.api.Assertions.assertThat;

/** How many attempts a deployment takes at a time, by what it says (K2). */
class DeploymentLimitTest {
    private final DeploymentLimit limit = new DeploymentLimit(64, 4, 64, Duration.ofSeconds(10));

    @Test
    @DisplayName("K2: many refusals of one moment take a quarter off once; one that began later takes off more")
    void cutsOncePerMoment() {
        // Given
        long began = System.nanoTime();
        // When
        for (int i = 0; i < 20; i++) {
            limit.refused(began, 64);
        }
        // Then
        assertThat(limit.get()).isEqualTo(48);
        // When
        for (int i = 0; i < 10; i++) {
            limit.refused(System.nanoTime(), 48);
        }
        // Then
        assertThat(limit.get()).isEqualTo(36);
    }

    @Test
    @DisplayName("K2: a sign now and then is no reason for fewer places, however many attempts there are; a quarter is")
    void onlyWhereThereAreMany() {
        // When
        for (int i = 0; i < 2000; i++) {
            sample(i % 6 == 0);
        }
        // Then
        assertThat(limit.get()).isEqualTo(64);
        // When
        for (int i = 0; i < 40; i++) {
            sample(i % 2 == 0);
        }
        // Then
        assertThat(limit.get()).isLessThan(64);
    }

    private void sample(boolean sign) {
        if (sign) {
            limit.refused(System.nanoTime(), 64);
        } else {
            limit.answered(System.nanoTime(), 64);
        }
    }

    @Test
    @DisplayName(
            "K2: it never falls below its floor, and with answers it comes back to the connections, and no further")
    void comesBack() {
        // When
        for (int i = 0; i < 200; i++) {
            limit.refused(System.nanoTime(), 64);
        }
        // Then
        assertThat(limit.get()).isEqualTo(4);
        // When
        for (int i = 0; i < 100; i++) {
            limit.answered(System.nanoTime(), limit.get());
        }
        // Then
        assertThat(limit.get()).isEqualTo(64);
    }

    @Test
    @DisplayName("K2: a first token after more than half of its time is a sign, one before that is none")
    void followsTheFirstToken() {
        // When
        limit.firstToken(System.nanoTime(), Duration.ofSeconds(4).toNanos(), 64);
        // Then
        assertThat(limit.get()).isEqualTo(64);
        // When
        for (int i = 0; i < 10; i++) {
            limit.firstToken(System.nanoTime(), Duration.ofSeconds(6).toNanos(), 64);
        }
        // Then
        assertThat(limit.get()).isEqualTo(48);
    }

    @ParameterizedTest
    @CsvSource({
        "RATE_LIMITED, , true",
        "DEADLINE_EXCEEDED, first_token_timeout, true",
        "DEADLINE_EXCEEDED, call_timeout, false",
        "PROVIDER_UNAVAILABLE, overloaded_error, true",
        "PROVIDER_UNAVAILABLE, server_is_overloaded, true",
        "PROVIDER_UNAVAILABLE, connection_reset, false",
        "INVALID_REQUEST, , false",
        "CANCELLED, client_gone, false"
    })
    @DisplayName("K2: signs of too much to do are rate limits, an overloaded provider and time-outs of attempts")
    void knowsTheSigns(ErrorClass errorClass, String code, boolean sign) {
        assertThat(DeploymentLimit.isSign(LlmException.of(errorClass).code(code).build()))
                .isEqualTo(sign);
    }
}
