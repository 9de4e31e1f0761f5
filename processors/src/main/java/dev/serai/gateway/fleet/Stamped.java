/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.io.Serializable;

/** A value that instances share. Immutable. */
public interface Stamped extends Serializable {
    /** Grows with each change of a key's value: of two values, the one with the larger stamp is the newer. */
    long stamp();

    /** The stamp of what follows {@code old}, which is null for a first value; {@code now} is in milliseconds. */
    static long after(Stamped old, long now) {
        return old == null ? now : Math.max(now, old.stamp() + 1);
    }
}
