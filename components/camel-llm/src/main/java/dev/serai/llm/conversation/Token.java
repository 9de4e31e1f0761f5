/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.conversation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A token of an answer. Immutable.
 *
 * @param text           as far as it is text: a token can be a part of a character
 * @param logProbability natural logarithm
 * @param bytes          each 0 to 255, or null where the provider gave none
 * @param alternatives   the likeliest tokens at this place, which have no alternatives themselves
 */
public record Token(String text, double logProbability, List<Integer> bytes, List<Token> alternatives) {
    /** The token's bytes, or those of its text. */
    public List<Integer> utf8() {
        if (bytes != null) {
            return bytes;
        }
        List<Integer> all = new ArrayList<>();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            all.add(b & 0xFF);
        }
        return all;
    }
}
