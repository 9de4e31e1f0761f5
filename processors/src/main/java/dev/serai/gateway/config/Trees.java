/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Merges trees. */
final class Trees {
    private Trees() {}

    /** Adds to {@code target} what only {@code base} has; where both have a map, map by map. */
    static void fill(ObjectNode target, ObjectNode base) {
        base.properties().forEach(property -> {
            String key = property.getKey();
            if (!target.has(key)) {
                target.set(key, property.getValue().deepCopy());
            } else if (target.get(key) instanceof ObjectNode inner
                    && property.getValue() instanceof ObjectNode innerBase) {
                fill(inner, innerBase);
            }
        });
    }
}
