/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.util.Optional;

/** Says whose key it is. Thread-safe; it is asked for every call, and waits for nothing. */
@FunctionalInterface
public interface KeyCheck {
    /**
     * The caller; empty for a key that is unknown or does not hold any more.
     *
     * @param callers those of the call's edition
     */
    Optional<Caller> find(CallerDirectory callers, String key);
}
