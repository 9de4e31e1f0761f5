/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.time.Instant;
import java.util.Locale;

/**
 * Whether an operator has switched something off. Immutable.
 *
 * @param on     true: it is off; false: the switch was cleared, which is remembered so that no older word brings it back
 * @param reason as the operator gave it, or null
 * @param by     the caller who did it
 * @param at     when, in milliseconds
 */
public record KillSwitch(Kind kind, String name, boolean on, String reason, String by, long at, long stamp)
        implements Stamped {
    private static final long serialVersionUID = 1L;

    /** What can be switched off. */
    public enum Kind {
        TASK,
        CALLER,
        DEPLOYMENT,
        PROVIDER;

        private final String code = name().toLowerCase(Locale.ROOT);

        /** As addresses and records write it. */
        public String code() {
            return code;
        }
    }

    String key() {
        return key(kind, name);
    }

    static String key(Kind kind, String name) {
        return kind.code() + "/" + name;
    }

    /** When it was set or cleared. */
    public Instant since() {
        return Instant.ofEpochMilli(at);
    }

    /** The switch as an operator sets it. */
    static Change<KillSwitch> set(KillSwitch wanted) {
        return new Set(wanted);
    }

    private record Set(KillSwitch wanted) implements Change<KillSwitch> {
        private static final long serialVersionUID = 1L;

        @Override
        public KillSwitch apply(KillSwitch old, long now) {
            if (old != null && old.at > wanted.at) {
                return old; // somebody has decided later, while this one was on its way
            }
            return new KillSwitch(
                    wanted.kind, wanted.name, wanted.on, wanted.reason, wanted.by, wanted.at, Stamped.after(old, now));
        }
    }
}
