/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Instant;

/**
 * A version that is compared with the one before it, and gives way where it does worse. Immutable.
 *
 * @param id       the revision of the task's state with which it began
 * @param subject  the number of the version under watch
 * @param baseline the number of the one that would serve instead
 * @param until    when the comparison ends; null: with the rollout
 * @param rule     null: it gives way to its appointed time only
 */
public record Watch(long id, int subject, int baseline, Instant until, RollbackRule rule) {
    boolean judges(Instant now) {
        return rule != null && (until == null || now.isBefore(until));
    }
}
