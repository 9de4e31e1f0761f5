/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.coalesce;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

import dev.serai.gateway.config.InvalidValueException;

/** @param maxBehind how far a client may be behind the answer that it shares, and so what an answer takes of the memory */
@Component
record CoalescingSettings(
        @Value("${serai.coalescing.max-behind}") DataSize maxBehind) {
    private static final DataSize LARGEST = DataSize.ofMegabytes(64);

    CoalescingSettings {
        if (maxBehind.toBytes() < 1 || maxBehind.compareTo(LARGEST) > 0) {
            throw new InvalidValueException(
                    "serai.coalescing.max-behind", maxBehind, "is not between 1B and 64MB", "write e.g. 1MB");
        }
    }

    int maxBytes() {
        return (int) maxBehind.toBytes();
    }
}
