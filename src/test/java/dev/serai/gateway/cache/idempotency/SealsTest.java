/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

import dev.serai.gateway.config.Secret;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.task.TaskContract.KeepAnswers;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@DisplayName("M4 N4: answers are encrypted at rest")
class SealsTest {
    private static final String ANSWER = "A secret answer. ".repeat(10);

    @TempDir
    Path folder;

    @Test
    @DisplayName("N4: an answer opens with its key and for its call only, and no two look alike")
    void opensForItsCallOnly() {
        // Given
        Secret key = Seal.random();
        Seal seal = new Seal(key);
        KeptAnswer answer = new KeptAnswer(
                true,
                ANSWER.getBytes(StandardCharsets.UTF_8),
                new CallOutcome(null, StopReason.STOP, new Usage(1, 2, 3, 4, 5), ErrorClass.POLICY_REJECTION));
        // When
        byte[] closed = seal.close(answer.pack(), "caller key");
        // Then
        KeptAnswer opened = KeptAnswer.unpack(new Seal(key).open(closed, "caller key"));
        assertThat(opened.bytes()).isEqualTo(answer.bytes());
        assertThat(opened.outcome()).isEqualTo(answer.outcome());
        assertThat(opened.stream()).isTrue();
        assertThat(seal.close(answer.pack(), "caller key")).isNotEqualTo(closed);
        assertThatThrownBy(() -> seal.open(closed, "caller other-key")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new Seal(Seal.random()).open(closed, "caller key"))
                .isInstanceOf(IllegalStateException.class);
        closed[closed.length / 2] ^= 1;
        assertThatThrownBy(() -> seal.open(closed, "caller key")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("M4: without a configured key one is made in data/, once, for its owner alone")
    void makesAKey() throws Exception {
        try (TestDatabase.Pool pool = TestDatabase.h2(folder).connect()) {
            // When
            Path file = folder.resolve("data").resolve(Seals.FILE);
            String first = new Seals(table(pool), file, "", false).current().fingerprint();
            String second = new Seals(table(pool), file, "", false).current().fingerprint();
            // Then
            assertThat(second).isEqualTo(first);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(Files.readString(file).strip()).matches("[A-Za-z0-9+/]{43}=");
        }
    }

    @Test
    @DisplayName(
            "M4: an instance whose key is not the fleet's refuses, and says what to set; a configured one replaces it")
    void refusesAnotherKey() throws Exception {
        try (TestDatabase.Pool pool = TestDatabase.h2(folder).connect()) {
            // Given
            Seals first = new Seals(table(pool), folder.resolve("one"), "", false);
            first.current();
            Seals other = new Seals(table(pool), folder.resolve("two"), "", false);
            // When
            LlmException refusal = catchThrowableOfType(LlmException.class, other::current);
            // Then
            assertThat(refusal.clientStatus()).isEqualTo(503);
            assertThat(refusal.reason()).contains("serai.idempotency.encryption-key");
            // When
            Seals configured = new Seals(
                    table(pool), folder.resolve("three"), Seal.random().reveal(), false);
            configured.current();
            first.check();
            // Then
            assertThatThrownBy(first::current).isInstanceOf(LlmException.class);
            assertThat(configured.current().fingerprint()).hasSize(16);
        }
    }

    @Test
    @DisplayName("M4: a configured key that is none is refused at the start, and not quoted")
    void refusesWhatIsNoKey() {
        assertThatThrownBy(() -> new Seals(null, folder, "not-a-key-but-some-secret", true))
                .hasMessageContaining("serai.idempotency.encryption-key")
                .hasMessageContaining("openssl rand -base64 32")
                .hasMessageNotContaining("some-secret");
    }

    private static CallTable table(TestDatabase.Pool pool) {
        Duration hour = Duration.ofHours(1);
        return new CallTable(
                pool.jdbc(),
                pool.transactions(),
                "self",
                new IdempotencySettings(hour, KeepAnswers.ENCRYPTED, DataSize.ofMegabytes(1), hour));
    }
}
