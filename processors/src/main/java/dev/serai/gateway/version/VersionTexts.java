/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.serai.gateway.config.Hashes;
import dev.serai.gateway.reload.version.TaskTexts;

/**
 * All that a version of a task is built of: its route, the kamelets it uses, its prompt and its schema. Immutable.
 *
 * @param route  the name of the text with the task's route
 * @param byName texts by name, e.g. {@code config/prompts/answer.md}
 */
public record VersionTexts(String route, SortedMap<String, String> byName) {
    /** More than this in one text is a mistake; H2 takes no more than 1,048,576. */
    static final int LONGEST = 1_000_000;

    public VersionTexts {
        if (!byName.containsKey(route)) {
            throw new IllegalArgumentException("a version has the text of its route: " + route);
        }
        byName.forEach((name, text) -> {
            if (text.length() > LONGEST) {
                throw new IllegalArgumentException(
                        name + " has " + text.length() + " characters: a version's text has no more than " + LONGEST);
            }
            if (text.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(name + " is no text: it has a NUL in it");
            }
        });
        byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    }

    public static VersionTexts of(String route, Map<String, String> byName) {
        return new VersionTexts(route, new TreeMap<>(byName));
    }

    /** The SHA-256 of the texts and of the names by which the route calls them, in hex; the route's own name is not in it. */
    public String hash() {
        return Hashes.hash(TaskTexts.content(route, byName));
    }
}
