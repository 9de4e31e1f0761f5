/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.time.Duration;

/** Waits as clients are told them: whole seconds, rounded up, so that none comes back too early. */
public final class RetryAfterHeader {
    private RetryAfterHeader() {}

    public static long seconds(Duration wait) {
        return Math.max(1, wait.plusMillis(999).toSeconds());
    }
}
