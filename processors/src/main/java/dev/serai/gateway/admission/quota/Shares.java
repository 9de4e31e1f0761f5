/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.time.Duration;
import java.util.TreeMap;

import dev.serai.gateway.fleet.Change;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.fleet.SharedMap;
import dev.serai.gateway.fleet.Stamped;

/**
 * Between how many instances a limit is divided where they cannot take from one bucket: all that have said they are there,
 * until they say that they leave, or have been silent for long. So the parts of a fleet that has come apart do not have the
 * limit twice. Thread-safe.
 */
final class Shares {
    private static final String KEY = "all";

    private final Fleet fleet;
    private final long forgetMillis;
    private final SharedMap<Present> present;
    private volatile int together = 1;

    Shares(Fleet fleet, Duration forget) {
        this.fleet = fleet;
        this.forgetMillis = forget.toMillis();
        this.present = fleet.map("instances");
    }

    /** @param at when each was last heard of, by the fleet's clock; less than 0 for one that has left */
    record Present(TreeMap<String, Long> at, long stamp) implements Stamped {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Says of one instance that it is there, or leaves, and of the others what it knows: the part of a fleet that has come
     * apart may have lost the value.
     */
    private record Tell(String instance, boolean leaves, TreeMap<String, Long> known, long forgetMillis)
            implements Change<Present> {
        private static final long serialVersionUID = 1L;

        @Override
        public Present apply(Present old, long now) {
            TreeMap<String, Long> at = new TreeMap<>(known);
            if (old != null) {
                old.at.forEach((other, heard) -> at.merge(other, heard, Tell::later));
            }
            at.put(instance, leaves ? -now : now);
            at.values().removeIf(heard -> now - Math.abs(heard) > forgetMillis);
            return new Present(at, Stamped.after(old, now));
        }

        private static long later(long one, long other) {
            return Math.abs(one) > Math.abs(other) ? one : other;
        }

        @Override
        public boolean outlivesOutage() {
            return false;
        }
    }

    /** To be said every few seconds, and once at the end; an instance that is alone has nobody to tell. */
    void tell(boolean leaves) {
        if (fleet.isEnabled()) {
            together = fleet.isUp() ? fleet.members() : together;
            Present known = present.get(KEY);
            TreeMap<String, Long> others = known == null ? new TreeMap<>() : known.at();
            present.change(KEY, new Tell(fleet.self(), leaves, others, forgetMillis))
                    .join();
        }
    }

    /** Of an instance that takes from its own bucket: as many as there were when it last saw them. */
    double alone() {
        return fleet.isEnabled() ? Math.max(together, known()) : 1;
    }

    /** Of instances that take from one bucket: 1 unless some are out of their reach, which may take from another. */
    double inFleet() {
        return Math.max(1, (double) known() / fleet.members());
    }

    private int known() {
        Present all = present.get(KEY);
        if (all == null) {
            return Math.max(1, fleet.members());
        }
        long now = present.now();
        int heard = (int) all.at().values().stream()
                .filter(at -> at > 0 && now - at <= forgetMillis)
                .count();
        return Math.max(heard, fleet.members());
    }
}
