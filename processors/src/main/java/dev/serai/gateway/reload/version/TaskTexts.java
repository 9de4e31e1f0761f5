/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.version;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.serai.gateway.config.Hashes;

/**
 * All that a version of a task is built of. Immutable.
 *
 * @param task  its name
 * @param file  the path of its route file, below serai.home, with slashes; one of the texts
 * @param texts by such a path: the route file, the kamelets that the task's route uses, its prompt and its schema
 */
public record TaskTexts(String task, String file, SortedMap<String, String> texts) {
    public TaskTexts {
        texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
    }

    /** Names the content: the same texts have the same hash, whatever the route file is called. */
    public String hash() {
        return Hashes.shortHash(content(file, texts));
    }

    /** What names the content: all texts, and the names by which the route calls them; not the route's own. */
    public static String content(String route, SortedMap<String, String> texts) {
        StringBuilder all = new StringBuilder(texts.get(route));
        texts.forEach((name, text) -> {
            if (!name.equals(route)) {
                all.append('\0').append(name).append('\0').append(text);
            }
        });
        return all.toString();
    }
}
