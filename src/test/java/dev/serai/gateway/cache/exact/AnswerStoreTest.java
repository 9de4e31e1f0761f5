/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

import dev.serai.gateway.cache.AnswerForm;
import dev.serai.gateway.cache.RequestKey;
import dev.serai.gateway.config.InvalidValueException;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@DisplayName("M1: the memory that kept answers take is bounded")
class AnswerStoreTest {
    private static final Duration LONG = Duration.ofHours(1);

    @ParameterizedTest
    @CsvSource({"100KB, 100000, 1000, 102", "10MB, 50, 1000, 50"})
    @DisplayName("M1: by their size, and by their number")
    void isBounded(String size, int most, int answerBytes, int expected) {
        // Given
        AnswerStore store = new AnswerStore(new CacheSettings(DataSize.parse(size), most, DataSize.ofMegabytes(1)));
        // When
        for (int i = 0; i < 1000; i++) {
            store.keep(key(i), answer(answerBytes), LONG);
        }
        // Then
        Awaitility.await().until(() -> store.count() <= expected);
        assertThat(store.count()).isPositive();
        assertThat(store.crowdedOut()).isEqualTo(1000 - store.count());
        assertThat(store.bytes()).isLessThanOrEqualTo(DataSize.parse(size).toBytes());
    }

    @Test
    @DisplayName("M1: a newer answer takes the place of an older one")
    void replaces() {
        // Given
        AnswerStore store = new AnswerStore(new CacheSettings(DataSize.ofMegabytes(1), 10, DataSize.ofMegabytes(1)));
        store.keep(key(1), answer(10), LONG);
        CachedAnswer newer = answer(20);
        // When
        store.keep(key(1), newer, LONG);
        // Then
        assertThat(store.find(key(1), AnswerForm.WHOLE)).containsExactly(newer);
        assertThat(store.find(key(2), AnswerForm.WHOLE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0B, 1, 1B, serai.cache.max-size",
        "1B, 0, 1B, serai.cache.max-answers",
        "1B, 1, 65MB, serai.cache.max-answer-size"
    })
    void refusesBoundsThatAreNone(String size, int most, String answer, String key) {
        assertThatThrownBy(() -> new CacheSettings(DataSize.parse(size), most, DataSize.parse(answer)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(key);
    }

    private static RequestKey key(int number) {
        return new RequestKey("acme", "task", "profile", "hash-" + number);
    }

    private static CachedAnswer answer(int bytes) {
        LlmResponse response = new LlmResponse(Dialect.OPENAI_CHAT, new byte[bytes], "model", "id", null, null, null);
        return new CachedAnswer("req", null, AnswerForm.WHOLE, new CachedAnswer.Whole(response), 0);
    }
}
