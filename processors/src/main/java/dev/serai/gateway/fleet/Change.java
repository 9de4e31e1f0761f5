/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A change of one key's value. It travels to the instance that keeps the key, so it has to be a value itself. */
@FunctionalInterface
public interface Change<V extends Stamped> extends Serializable {
    /**
     * The value that follows; {@code old} itself where nothing changes.
     *
     * @param old null where the key has none
     * @param now the fleet's clock, in milliseconds
     */
    V apply(V old, long now);

    /** Takes a value over where it is the newer one. */
    static <V extends Stamped> Change<V> merge(V value) {
        return (old, now) -> old == null || value.stamp() > old.stamp() ? value : old;
    }

    /** One after the other. */
    static <V extends Stamped> Change<V> all(List<Change<V>> changes) {
        ArrayList<Change<V>> each = new ArrayList<>(changes);
        return (old, now) -> {
            V value = old;
            for (Change<V> change : each) {
                value = change.apply(value, now);
            }
            return value;
        };
    }

    /** Whether it still means something when the fleet is back in reach after a while. */
    default boolean outlivesOutage() {
        return true;
    }
}
