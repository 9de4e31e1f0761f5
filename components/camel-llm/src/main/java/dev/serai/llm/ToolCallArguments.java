/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.HashMap;
import java.util.Map;

import dev.serai.llm.conversation.StreamPart;

/**
 * Tells whether the tool calls of a stream got whole JSON objects as arguments. It follows the brackets and keeps no
 * text, so that long arguments cost no memory. Not thread-safe.
 */
final class ToolCallArguments {
    private final Map<Call, Brackets> calls = new HashMap<>();

    void add(StreamPart.ToolCallArguments part) {
        calls.computeIfAbsent(new Call(part.choice(), part.index()), call -> new Brackets())
                .add(part.json());
    }

    /** Whether a call of the choice was cut off or is no object. Arguments that never came mean an empty object. */
    boolean isBroken(int choice) {
        return calls.entrySet().stream()
                .anyMatch(entry ->
                        entry.getKey().choice() == choice && !entry.getValue().isWhole());
    }

    private record Call(int choice, int index) {}

    private static final class Brackets {
        private int depth;
        private boolean begun;
        private boolean inString;
        private boolean escaped;
        private boolean broken;

        void add(String json) {
            for (int i = 0; i < json.length(); i++) {
                add(json.charAt(i));
            }
        }

        boolean isWhole() {
            return !broken && depth == 0;
        }

        private void add(char c) {
            if (inString) {
                inString = escaped || c != '"';
                escaped = !escaped && c == '\\';
            } else if (c == '{' || c == '[') {
                // the first bracket is the object's, and nothing follows its end
                broken |= depth == 0 && (begun || c == '[');
                begun = true;
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
                broken |= depth < 0;
            } else if (!Character.isWhitespace(c)) {
                broken |= depth == 0;
                inString = c == '"';
            }
        }
    }
}
