/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.key;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.AdjustableClock;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.identity.CallerDirectory;
import dev.serai.gateway.version.DatabaseTest;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static dev.serai.gateway.key.KeyInstance.CALLERS;
import static dev.serai.gateway.key.KeyInstance.IN_FILE;
import static dev.serai.gateway.key.KeyInstance.id;
import static dev.serai.gateway.key.KeyInstance.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@DisplayName("B2: keys are made, replaced and revoked")
class KeyControlTest extends DatabaseTest {
    private static final Duration GRACE = Duration.ofHours(24);

    private final AdjustableClock clock = new AdjustableClock(KeyInstance.MORNING);

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("B1 B2: a new key is its caller's at once, and the database has its hash only")
    void creates(String kind, TestDatabase database) throws Exception {
        try (KeyInstance instance = KeyInstance.on(database, clock)) {
            // When
            KeyControl.Made made = instance.control.create(of("web"), null);
            // Then
            String key = made.key().reveal();
            assertThat(key).matches("sk-serai-[A-Za-z0-9_-]{43}");
            assertThat(instance.whose(key)).isEqualTo("web");
            assertThat(made.known().hint()).isEqualTo("sk-serai-…" + key.substring(key.length() - 4));
            List<Map<String, Object>> rows =
                    instance.pool.jdbc().sql("select * from caller_key").query().listOfRows();
            assertThat(rows).hasSize(1);
            assertThat(rows.toString()).contains(made.known().hash().toString()).doesNotContain(key.substring(9, 40));
            assertThat(made.toString()).doesNotContain(key);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("B2: after a rotation both keys are valid, and the old one ends by itself when the grace is over")
    void rotates(String kind, TestDatabase database) throws Exception {
        try (KeyInstance instance = KeyInstance.on(database, clock);
                KeyInstance other = KeyInstance.on(database, clock)) {
            // Given
            String old = instance.create();
            // When
            String key =
                    instance.control.rotate(of("web"), null, GRACE).made().key().reveal();
            other.index.compare();
            // Then
            clock.pass(GRACE.minusMillis(1));
            assertThat(List.of(instance.whose(old), instance.whose(key), other.whose(old), other.whose(key)))
                    .containsOnly("web");
            // When
            clock.pass(Duration.ofMillis(1));
            // Then
            assertThat(List.of(instance.whose(old), other.whose(old))).containsOnly("");
            assertThat(List.of(instance.whose(key), other.whose(key))).containsOnly("web");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("B2: a key of the file is rotated into one that is not in the file, and ends there too")
    void rotatesAKeyOfTheFile(String kind, TestDatabase database) throws Exception {
        try (KeyInstance instance = KeyInstance.on(database, clock)) {
            // When
            String key = instance.control
                    .rotate(of("shop"), null, GRACE)
                    .made()
                    .key()
                    .reveal();
            // Then
            assertThat(List.of(instance.whose(IN_FILE), instance.whose(key))).containsOnly("shop");
            // When
            clock.pass(GRACE);
            // Then
            assertThat(instance.whose(IN_FILE)).isEmpty();
            assertThat(instance.whose(key)).isEqualTo("shop");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("B2: a caller has two valid keys at most, and what cannot be replaced is told")
    void refusesAThird(String kind, TestDatabase database) throws Exception {
        try (KeyInstance instance = KeyInstance.on(database, clock)) {
            // Given
            assertThat(refusal(() -> instance.control.rotate(of("web"), null, GRACE))
                            .reason())
                    .contains("has no valid key to replace: create one");
            String first = instance.create();
            String second = instance.create();
            // When
            LlmException create = refusal(instance::create);
            LlmException rotate = refusal(() -> instance.control.rotate(of("web"), null, GRACE));
            // Then
            for (LlmException refusal : List.of(create, rotate)) {
                assertThat(refusal.errorClass()).isEqualTo(ErrorClass.CONFLICT);
                assertThat(refusal.reason()).contains(id(first), id(second)).doesNotContain(first, second);
            }
            // When
            instance.control.revoke(of("web"), id(first));
            // Then
            assertThat(instance.whose(instance.create())).isEqualTo("web");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("B2: revoked keys, of the file or not, are refused here at once, elsewhere after a look, and for ever")
    void revokes(String kind, TestDatabase database) throws Exception {
        String key;
        try (KeyInstance instance = KeyInstance.on(database, clock);
                KeyInstance other = KeyInstance.on(database, clock)) {
            // Given
            key = instance.create();
            other.index.compare();
            assertThat(other.whose(key)).isEqualTo("web");
            // When
            KeyControl.Revoked revoked = instance.control.revoke(of("web"), id(key));
            instance.control.revoke(of("shop"), id(IN_FILE));
            other.index.compare();
            // Then
            assertThat(List.of(instance.whose(key), instance.whose(IN_FILE), other.whose(key), other.whose(IN_FILE)))
                    .containsOnly("");
            // When: once more, from an instance that learnt of it
            KeyControl.Revoked again = other.control.revoke(of("web"), id(key));
            // Then: nothing is changed
            assertThat(again.before()).isEqualTo(again.after()).isEqualTo(revoked.after());
            assertThat(refusal(() -> instance.control.revoke(of("web"), id(IN_FILE)))
                            .errorClass())
                    .isEqualTo(ErrorClass.NOT_FOUND);
        }
        try (KeyInstance restarted = KeyInstance.on(database, clock)) {
            assertThat(List.of(restarted.whose(key), restarted.whose(IN_FILE))).containsOnly("");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("B2: a key ends at the time it was made for, and a rotation does not prolong it")
    void expires(String kind, TestDatabase database) throws Exception {
        try (KeyInstance instance = KeyInstance.on(database, clock)) {
            // Given
            Instant end = clock.instant().plusSeconds(60);
            String key = instance.control.create(of("web"), end).key().reveal();
            // When
            CallerKey ending = instance.control.rotate(of("web"), null, GRACE).ending();
            // Then
            assertThat(ending.expires()).isEqualTo(end);
            assertThat(instance.whose(key)).isEqualTo("web");
            clock.pass(Duration.ofSeconds(60));
            assertThat(instance.whose(key)).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("B2: the keys of a caller that is in the file no more are refused, and hold again when it is back")
    void followsTheFile(String kind, TestDatabase database) throws Exception {
        try (KeyInstance instance = KeyInstance.on(database, clock)) {
            // Given
            String key = instance.create();
            // Then
            assertThat(instance.whose(CallerDirectory.EMPTY, key)).isEmpty();
            assertThat(instance.whose(CALLERS, key)).isEqualTo("web");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("B2: the last use is told to the minute, also by another instance, and is not moved back")
    void uses(String kind, TestDatabase database) throws Exception {
        try (KeyInstance instance = KeyInstance.on(database, clock);
                KeyInstance other = KeyInstance.on(database, clock)) {
            // Given
            String key = instance.create();
            other.index.compare();
            Instant first = clock.instant();
            instance.whose(key);
            instance.whose("sk-serai-nobody");
            clock.pass(Duration.ofSeconds(59));
            instance.whose(key);
            // When
            instance.uses.exchange();
            other.uses.exchange();
            // Then
            CallerKey known = other.index.of(CALLERS, "web").get(0);
            assertThat(other.uses.last(known.hash())).isEqualTo(first);
            assertThat(other.table.uses()).hasSize(1);
            // When
            clock.pass(Duration.ofSeconds(1));
            other.whose(key);
            other.uses.exchange();
            instance.uses.exchange();
            // Then
            assertThat(instance.uses.last(known.hash())).isEqualTo(first.plusSeconds(60));
            instance.table.used(known.hash(), first);
            assertThat(instance.table.uses()).containsEntry(known.hash(), first.plusSeconds(60));
        }
    }

    private static LlmException refusal(ThrowingCallable change) {
        return catchThrowableOfType(LlmException.class, change);
    }
}
