/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Instant;
import java.util.Locale;

/**
 * One change of what serves of a task. Immutable.
 *
 * @param revision of the state that it led to
 * @param from     the number of the version that served before, or, of a rollout that ended, of its candidate; may be null
 * @param to       the number of the version that serves since, or that a rollout tries
 * @param share    of a rollout, in ten-thousandths; else null
 */
public record VersionEvent(
        String task, long revision, Action action, Integer from, Integer to, Integer share, Instant at, Deed deed) {

    /** What was done. */
    public enum Action {
        PROMOTE,
        ROLLBACK,
        ROLLOUT,
        END_ROLLOUT,
        CONFIRM;

        private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

        /** As it is shown and kept. */
        public String code() {
            return code;
        }

        static Action of(String code) {
            return valueOf(code.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }
}
