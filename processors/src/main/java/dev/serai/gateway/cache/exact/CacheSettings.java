/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

import dev.serai.gateway.config.InvalidValueException;

/**
 * The properties below {@code serai.cache}; docs/configuration.md tells what they mean.
 *
 * @param maxSize       of all answers that an instance keeps
 * @param maxAnswers    how many they are at most
 * @param maxAnswerSize a larger one is not kept
 */
@Component
record CacheSettings(
        @Value("${serai.cache.max-size}") DataSize maxSize,
        @Value("${serai.cache.max-answers}") int maxAnswers,
        @Value("${serai.cache.max-answer-size}") DataSize maxAnswerSize) {
    private static final DataSize LARGEST_ANSWER = DataSize.ofMegabytes(64);

    CacheSettings {
        if (maxSize.toBytes() < 1) {
            throw new InvalidValueException("serai.cache.max-size", maxSize, "is not above 0", "write e.g. 64MB");
        }
        if (maxAnswers < 1) {
            throw new InvalidValueException("serai.cache.max-answers", maxAnswers, "is below 1", "write e.g. 10000");
        }
        if (maxAnswerSize.toBytes() < 1 || maxAnswerSize.compareTo(LARGEST_ANSWER) > 0) {
            throw new InvalidValueException(
                    "serai.cache.max-answer-size", maxAnswerSize, "is not between 1B and 64MB", "write e.g. 1MB");
        }
    }

    /** What an answer of that many bytes takes of {@link #maxSize}: so much at least that there is no room for more answers. */
    int weight(int bytes) {
        long least = maxSize.toBytes() / maxAnswers;
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, Math.max(bytes, least)));
    }
}
