/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.time.Duration;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.task.TaskContract.KeepAnswers;

/**
 * The properties below {@code serai.idempotency} but the encryption key; docs/configuration.md tells what they mean.
 *
 * @param keep          how long a key is known
 * @param keepAnswers   for tasks that do not say
 * @param maxAnswerSize a longer answer is not kept
 * @param lease         how long an instance that says nothing is taken to be at work
 */
@Component
record IdempotencySettings(
        @Value("${serai.idempotency.keep}") Duration keep,
        @Value("${serai.idempotency.keep-answers}") KeepAnswers keepAnswers,
        @Value("${serai.idempotency.max-answer-size}") DataSize maxAnswerSize,
        @Value("${serai.idempotency.lease}") Duration lease) {
    private static final Duration LONGEST = Duration.ofDays(20);
    private static final DataSize LARGEST = DataSize.ofMegabytes(64);

    IdempotencySettings {
        within("serai.idempotency.keep", keep, Duration.ofSeconds(1));
        within("serai.idempotency.lease", lease, Duration.ofMillis(500));
        if (maxAnswerSize.toBytes() < 1 || maxAnswerSize.compareTo(LARGEST) > 0) {
            throw new InvalidValueException(
                    "serai.idempotency.max-answer-size", maxAnswerSize, "is not between 1B and 64MB", "write e.g. 4MB");
        }
    }

    private static void within(String key, Duration value, Duration shortest) {
        if (value.compareTo(shortest) < 0 || value.compareTo(LONGEST) > 0) {
            String rule = "is not between " + shortest.toMillis() + "ms and " + LONGEST.toDays() + "d";
            throw new InvalidValueException(key, value, rule, "write e.g. 24h, or 15s for the lease");
        }
    }

    /** In bytes. */
    int maxAnswerBytes() {
        return (int) maxAnswerSize.toBytes();
    }
}
