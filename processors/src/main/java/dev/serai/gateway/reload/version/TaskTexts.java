/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.version;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.serai.gateway.config.Hashes;

/**
 * All that a version of a task is built of. Immutable.
 *
 * @param task   its name
 * @param route  the path of its route file, below serai.home, with slashes; one of the texts
 * @param byName by such a path: the route file, the kamelets that the task's route uses, its prompt and its schema
 */
public record TaskTexts(String task, String route, SortedMap<String, String> byName) {
    public TaskTexts {
        byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    }

    /** The SHA-256 of the texts and of the names by which the route calls them, in hex; the route's own name is not in it. */
    public String hash() {
        StringBuilder content = new StringBuilder(byName.get(route));
        byName.forEach((name, text) -> {
            if (!name.equals(route)) {
                content.append('\0').append(name).append('\0').append(text);
            }
        });
        return Hashes.hash(content.toString());
    }
}
