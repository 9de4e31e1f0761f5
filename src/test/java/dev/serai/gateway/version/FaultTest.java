/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.ErrorClass;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("Q4: what counts against a version, and when that is too much")
class FaultTest {
    private static final Set<ErrorClass> OF_NO_VERSION = EnumSet.of(
            ErrorClass.CANCELLED,
            ErrorClass.CONFLICT,
            ErrorClass.FORBIDDEN,
            ErrorClass.INSUFFICIENT_FUNDS,
            ErrorClass.INVALID_REQUEST,
            ErrorClass.NOT_FOUND);

    @Test
    @DisplayName("Q4: what callers do wrong, or the gateway refuses them, is not counted at all")
    void sparesTheVersion() {
        for (ErrorClass failure : ErrorClass.values()) {
            assertThat(Fault.of(failure, true) == Fault.NOT_ITS_OWN)
                    .as(failure.code())
                    .isEqualTo(OF_NO_VERSION.contains(failure));
        }
        assertThat(Fault.of(ErrorClass.RATE_LIMITED, false))
                .as("the gateway's own limit")
                .isEqualTo(Fault.NOT_ITS_OWN);
        assertThat(Fault.of(ErrorClass.OVERLOADED, false)).isEqualTo(Fault.NOT_ITS_OWN);
        assertThat(Fault.of(ErrorClass.PROVIDER_UNAVAILABLE, false))
                .as("no breaker closed")
                .isEqualTo(Fault.ERROR);
        assertThat(Fault.of(ErrorClass.OUTPUT_INVALID, true)).isEqualTo(Fault.INVALID_OUTPUT);
        assertThat(Fault.of(null, true)).isEqualTo(Fault.NONE);
    }

    /** Margins of ten points for errors and five for invalid outputs, after 50 calls. */
    @ParameterizedTest
    @CsvSource({
        "49, 49, 0, 1000, 0, 0, false",
        "50, 50, 0, 1000, 0, 0, true",
        "100, 10, 0, 1000, 0, 0, false",
        "100, 11, 0, 1000, 0, 0, true",
        "100, 30, 0, 1000, 200, 0, false",
        "100, 31, 0, 1000, 200, 0, true",
        "100, 0, 5, 1000, 0, 0, false",
        "100, 0, 6, 1000, 0, 0, true",
        "100, 5, 0, 0, 0, 0, false",
        "100, 11, 0, 0, 0, 0, true",
        "100, 20, 0, 2, 2, 0, true",
    })
    @DisplayName("Q4: the margin over the version before decides, after enough calls")
    void decides(
            long calls,
            long errors,
            long invalid,
            long callsBefore,
            long errorsBefore,
            long invalidBefore,
            boolean gone) {
        RollbackRule rule = new RollbackRule(0.1, 0.05, 50);

        Optional<String> verdict =
                rule.verdict(new Counts(calls, errors, invalid), new Counts(callsBefore, errorsBefore, invalidBefore));

        assertThat(verdict.isPresent()).isEqualTo(gone);
    }

    @Test
    @DisplayName("Q4: the history gets the numbers")
    void saysWhy() {
        assertThat(new RollbackRule(0.1, 0.05, 50).verdict(new Counts(200, 50, 0), new Counts(1000, 20, 0)))
                .hasValue("errors: 25.0 % of 200 calls, against 2.0 % of 1000 before; the margin is 10.0 points");
    }

    @Test
    @DisplayName("Q4: only the latest while before a promote is what the new version is measured against")
    void forgetsWhatIsLongAgo() {
        RollingCounts counts = new RollingCounts(600, 0);
        counts.add(new Counts(100, 100, 0), 0);
        counts.add(new Counts(10, 1, 0), 300);

        assertThat(counts.latest(599)).isEqualTo(new Counts(110, 101, 0));
        assertThat(counts.latest(610)).isEqualTo(new Counts(10, 1, 0));
        assertThat(counts.latest(5000)).isEqualTo(Counts.NONE);
        assertThat(counts.total()).isEqualTo(new Counts(110, 101, 0));
    }
}
