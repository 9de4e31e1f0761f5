/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import dev.serai.gateway.reload.version.TaskTexts;

/**
 * What may become a version. Immutable.
 *
 * @param profileVersion hash of all that changes the output, or null
 */
public record Draft(String profileVersion, TaskTexts texts) {
    /** More than this in one text is a mistake; H2 takes no more than 1,048,576. */
    static final int LONGEST = 1_000_000;

    public Draft {
        if (!texts.byName().containsKey(texts.route())) {
            throw new IllegalArgumentException("a version has the text of its route: " + texts.route());
        }
        texts.byName().forEach((name, text) -> {
            if (text.length() > LONGEST) {
                throw new IllegalArgumentException(
                        name + " has " + text.length() + " characters: a version's text has no more than " + LONGEST);
            }
            if (text.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(name + " is no text: it has a NUL in it");
            }
        });
    }

    String task() {
        return texts.task();
    }
}
