/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

import dev.serai.gateway.fleet.Change;
import dev.serai.gateway.fleet.Stamped;

/**
 * What each instance of the fleet has last said of its traffic. Immutable.
 *
 * @param parts by the instance's name
 */
record FleetTraffic(TreeMap<String, Part> parts, long stamp) implements Stamped {
    /** An instance that has been silent for so long is no longer counted. */
    static final long FRESH_MS = 10_000;

    private static final long serialVersionUID = 1L;

    /** @param at by the fleet's clock, in milliseconds */
    record Part(long at, TreeMap<Flow, Load> loads) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** The traffic of all instances that are there. */
    Map<Flow, Load> sum(long now) {
        Map<Flow, Load> sum = new TreeMap<>();
        parts.values().stream().filter(part -> now - part.at() < FRESH_MS).forEach(part -> part.loads()
                .forEach((flow, load) -> sum.merge(flow, load, Load::plus)));
        return sum;
    }

    static Change<FleetTraffic> tell(String instance, TreeMap<Flow, Load> loads) {
        return new Tell(instance, loads);
    }

    private record Tell(String instance, TreeMap<Flow, Load> loads) implements Change<FleetTraffic> {
        private static final long serialVersionUID = 1L;

        @Override
        public FleetTraffic apply(FleetTraffic old, long now) {
            TreeMap<String, Part> parts = old == null ? new TreeMap<>() : new TreeMap<>(old.parts);
            parts.values().removeIf(part -> now - part.at() >= FRESH_MS);
            parts.put(instance, new Part(now, loads));
            return new FleetTraffic(parts, Stamped.after(old, now));
        }

        @Override
        public boolean outlivesOutage() {
            return false;
        }
    }
}
