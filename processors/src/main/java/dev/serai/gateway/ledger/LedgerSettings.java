/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Duration;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The properties below {@code serai.ledger}; docs/configuration.md tells what they mean. */
@Component
public record LedgerSettings(
        @Value("${serai.ledger.max-batch}") int maxBatch,
        @Value("${serai.ledger.max-waiting}") int maxWaiting,
        @Value("${serai.ledger.max-unwritten}") int maxUnwritten,
        @Value("${serai.ledger.sweep-every}") Duration sweepEvery) {

    public LedgerSettings {
        if (maxBatch < 1 || maxWaiting < 1 || maxUnwritten < 1) {
            throw new IllegalArgumentException(
                    "serai.ledger.max-batch, max-waiting and max-unwritten have to be 1 or more");
        }
        if (!sweepEvery.isPositive()) {
            throw new IllegalArgumentException("serai.ledger.sweep-every has to be longer than zero, such as 5s");
        }
    }
}
