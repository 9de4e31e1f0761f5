/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

/**
 * Who changes something, and why.
 *
 * @param who a caller's name; {@code file} or {@code serai} where nobody did
 * @param why null where nobody said
 */
public record Deed(String who, String why) {
    static final int LONGEST = 1000;

    public Deed {
        if (who == null || who.isBlank()) {
            throw new IllegalArgumentException("a change of versions needs somebody who makes it");
        }
        if (why != null && why.length() > LONGEST) {
            why = why.substring(0, LONGEST);
        }
    }
}
