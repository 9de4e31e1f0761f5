/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.version;

import java.util.Collections;
import java.util.Map;
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
        StringBuilder all = new StringBuilder(texts.get(file));
        for (Map.Entry<String, String> text : texts.entrySet()) {
            if (!text.getKey().equals(file)) {
                all.append('\0').append(text.getKey()).append('\0').append(text.getValue());
            }
        }
        return Hashes.shortHash(all.toString());
    }
}
