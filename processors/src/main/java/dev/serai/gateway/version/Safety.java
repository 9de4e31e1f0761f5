/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Duration;
import java.time.Instant;

/**
 * How a version that is brought into force is taken back by itself. Immutable.
 *
 * @param rule     null: it is not compared with the one before
 * @param window   how long a promoted version is compared; a rollout is as long as it lasts
 * @param revertAt when it gives way unless somebody confirms it before; null: never
 */
public record Safety(RollbackRule rule, Duration window, Instant revertAt) {
    /** It stays until somebody changes it. */
    public static final Safety NONE = new Safety(null, Duration.ZERO, null);
}
