/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.ceiling;
import static org.assertj.core.api.Assertions.assertThat;

/** A process that is killed while it reserves and settles (L1, L6). */
@Tag("soak")
class LedgerKillSoakTest extends DatabaseTest {
    private static final int ROUNDS = 3;
    private static final int CALLS_BEFORE = 50;
    private static final int MOST_MORE = 400;

    private final Random random = new Random(7);

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1, L6: after kill -9 and a sweep every call has one settlement, all adds up, and no hold is left")
    void killedAtAnyMoment(String name, TestDatabase database) throws Exception {
        // Given
        Set<String> granted = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            granted.addAll(loadUntilKilled(database, "round" + round));
        }

        // When
        try (LedgerInstance one = LedgerInstance.on(database, ceiling(Kind.GATEWAY, "1000000"))) {
            one.clock.pass(Duration.between(LedgerInstance.NOON, java.time.Instant.now())
                    .plusHours(1));
            int swept = one.settleExpired();

            // Then
            List<String> settled = one.pool
                    .jdbc()
                    .sql("select call_id from ledger_settlement")
                    .query(String.class)
                    .list();
            assertThat(settled).doesNotHaveDuplicates().containsAll(granted);
            // those whose answer was not printed any more, and no others
            assertThat(settled.size() - granted.size()).isLessThan(ROUNDS * 500);
            assertThat(swept).isPositive();
            assertThat(one.count("ledger_hold")).isZero();
            assertThat(one.reconcile()).isEmpty();
        }
    }

    /** The calls that were granted before it was killed. */
    private Set<String> loadUntilKilled(TestDatabase database, String round) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LedgerLoad.class.getName(),
                        database.url(),
                        database.user(),
                        database.password(),
                        round)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Set<String> granted = new HashSet<>();
        int last = CALLS_BEFORE + random.nextInt(MOST_MORE);
        try (BufferedReader calls = process.inputReader()) {
            for (String call = calls.readLine(); call != null; call = calls.readLine()) {
                if (call.startsWith(round)) {
                    granted.add(call);
                }
                if (granted.size() == last) {
                    process.destroyForcibly();
                }
            }
        } catch (IOException e) {
            assertThat(granted).hasSizeGreaterThanOrEqualTo(last);
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(granted).hasSizeGreaterThanOrEqualTo(last);
        return granted;
    }
}
