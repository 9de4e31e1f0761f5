/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.time.Duration;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * The properties below {@code serai.quotas}; docs/limits.md tells what they mean.
 *
 * @param burst            what a limit lets come in that time may come at once
 * @param reservedShare    of a task's and a deployment's limits, 0 to 1: for the priorities from {@code reservedPriority} on
 * @param reservedPriority 0 to 9
 * @param forgetInstance   how long an instance that is gone without a word keeps its share
 */
@Component
record QuotaSettings(
        @Value("${serai.quotas.burst}") Duration burst,
        @Value("${serai.quotas.reserved-share}") double reservedShare,
        @Value("${serai.quotas.reserved-priority}") int reservedPriority,
        @Value("${serai.quotas.forget-instance}") Duration forgetInstance) {

    QuotaSettings {
        require(
                burst.compareTo(Duration.ofMillis(100)) >= 0 && burst.compareTo(Duration.ofMinutes(1)) <= 0,
                "burst has to be between 100ms and 1m");
        require(reservedShare >= 0 && reservedShare < 1, "reserved-share has to be 0 or more and less than 1");
        require(reservedPriority >= 0 && reservedPriority <= 9, "reserved-priority has to be between 0 and 9");
        require(forgetInstance.compareTo(Duration.ofSeconds(30)) >= 0, "forget-instance has to be 30s or more");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("serai.quotas." + rule);
        }
    }

    /** Whether calls of that priority have no part in what is reserved. */
    boolean isOrdinary(int priority) {
        return reservedShare > 0 && priority < reservedPriority;
    }
}
