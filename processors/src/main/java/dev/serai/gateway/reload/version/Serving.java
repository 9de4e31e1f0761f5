/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.version;

import java.util.List;

import dev.serai.gateway.task.VersionChoice;

/**
 * Which versions of a task serve.
 *
 * @param candidate tried on those callers that the choice names; null where none is
 */
public record Serving(ServedVersion active, ServedVersion candidate, VersionChoice choice) {
    public static Serving only(ServedVersion active) {
        return new Serving(active, null, VersionChoice.ACTIVE);
    }

    /** One or two. */
    public List<ServedVersion> versions() {
        return candidate == null ? List.of(active) : List.of(active, candidate);
    }

    public static Serving rollout(ServedVersion active, ServedVersion candidate, VersionChoice choice) {
        return new Serving(active, candidate, choice);
    }
}
