/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.List;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.Token;

/** Puts the tokens of an answer where the neutral form has them. Stateless. */
public final class Tokens {
    private Tokens() {}

    /**
     * Gives tokens to the last text.
     *
     * @return whether there was a text: else they belong to something that has no tokens elsewhere
     */
    public static boolean attach(List<Token> tokens, List<Part> parts) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i) instanceof Part.Text text) {
                parts.set(i, new Part.Text(text.text(), text.cacheMark(), tokens));
                return true;
            }
        }
        return false;
    }
}
