/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a request asks for, in no dialect. Immutable.
 *
 * @param model         as requested
 * @param stream        whether the answer is streamed
 * @param usageInStream whether the stream reports usage
 * @param maxTokens     the most tokens of the answer
 * @param text          all text of the prompt
 * @param tool          the tool to call, or null
 * @param schema        the schema of the answer, or null for text
 */
record SimPrompt(
        String model, boolean stream, boolean usageInStream, int maxTokens, String text, Tool tool, JsonNode schema) {

    /** Tokens of the prompt, as characters / 4. */
    int tokens() {
        return Math.max(1, (text.length() + 3) / 4);
    }

    /**
     * A tool to call.
     *
     * @param schema of its arguments
     * @param named  whether the request forces just this tool
     */
    record Tool(String name, JsonNode schema, boolean named) {}
}
