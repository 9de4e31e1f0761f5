/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before a retry where the provider did not say: exponential, with full jitter. */
final class Backoff {
    private static final long BASE_MILLIS = 250;

    private Backoff() {}

    static Duration firstRetry() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(BASE_MILLIS + 1));
    }
}
