/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a request asks for, in no dialect. Immutable.
 *
 * @param model         as requested
 * @param stream        whether the answer is streamed
 * @param usageInStream whether the stream reports usage
 * @param maxTokens     the most tokens of the answer
 * @param text          all text of the prompt
 * @param tools         what may be called
 * @param schema        the schema of the answer, or null for text
 */
record SimPrompt(
        String model, boolean stream, boolean usageInStream, int maxTokens, String text, Tools tools, JsonNode schema) {

    /** Tokens of the prompt, as characters / 4. */
    int tokens() {
        return Math.max(1, (text.length() + 3) / 4);
    }

    /** @param schema of its arguments */
    record Tool(String name, JsonNode schema) {}

    /**
     * The tools that an answer may call.
     *
     * @param callable empty where none may be called
     * @param named    whether the request forces just this one
     * @param parallel whether one answer may call several times
     */
    record Tools(List<Tool> callable, boolean named, boolean parallel) {
        static final Tools NONE = new Tools(List.of(), false, false);

        /**
         * @param offered all tools of the request
         * @param forced  the name of the one to call, or null
         * @return empty where the forced one is not offered
         */
        static Optional<Tools> of(List<Tool> offered, String forced, boolean parallel) {
            if (forced == null) {
                return Optional.of(new Tools(List.copyOf(offered), false, parallel));
            }
            return offered.stream()
                    .filter(tool -> tool.name().equals(forced))
                    .findFirst()
                    .map(tool -> new Tools(List.of(tool), true, parallel));
        }
    }
}
