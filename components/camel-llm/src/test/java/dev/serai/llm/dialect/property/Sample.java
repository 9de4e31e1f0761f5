/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.Set;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

/**
 * A valid request or answer in a dialect's own JSON.
 *
 * @param core    the same without what only its own dialect knows
 * @param natives the names of that
 */
record Sample(Dialect dialect, ObjectNode payload, ObjectNode core, Set<String> natives) {
    @Override
    public String toString() {
        return dialect + " " + payload;
    }
}
