/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.drill;

import java.time.Instant;

import dev.serai.gateway.fleet.Change;
import dev.serai.gateway.fleet.Stamped;

/**
 * A fault that attempts at a deployment get instead of the deployment's answer.
 *
 * @param id     what the records of those attempts call it
 * @param fault  JSON as {@link DrillFault} reads it
 * @param share  percent of the attempts
 * @param reason as the operator gave it
 * @param by     the caller who began it
 * @param from   in milliseconds, by the fleet's clock
 * @param until  when it ends by itself, or was ended
 */
public record Drill(
        String deployment,
        String id,
        String fault,
        int share,
        String reason,
        String by,
        long from,
        long until,
        long stamp)
        implements Stamped {
    private static final long serialVersionUID = 1L;

    public Instant since() {
        return Instant.ofEpochMilli(from);
    }

    public Instant end() {
        return Instant.ofEpochMilli(until);
    }

    boolean isRunning(long now) {
        return now < until;
    }

    /** The newest order stands. */
    static Change<Drill> begin(Drill wanted) {
        return new Begin(wanted);
    }

    /** Nothing changes where another drill has taken its place. */
    static Change<Drill> end(String id) {
        return new End(id);
    }

    private Drill with(long newUntil, long newStamp) {
        return new Drill(deployment, id, fault, share, reason, by, from, newUntil, newStamp);
    }

    private record Begin(Drill wanted) implements Change<Drill> {
        private static final long serialVersionUID = 1L;

        @Override
        public Drill apply(Drill old, long now) {
            return old != null && old.from > wanted.from ? old : wanted.with(wanted.until, Stamped.after(old, now));
        }
    }

    private record End(String id) implements Change<Drill> {
        private static final long serialVersionUID = 1L;

        @Override
        public Drill apply(Drill old, long now) {
            return old == null || !old.id.equals(id) || !old.isRunning(now)
                    ? old
                    : old.with(now, Stamped.after(old, now));
        }
    }
}
