/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimPrompt.Tool;

/**
 * One answer, in no dialect. Immutable.
 *
 * @param serial    makes its identifiers unique
 * @param model     as requested
 * @param blocks    one text, one refusal, or tool calls
 * @param named     whether the request forced just the tool that is called
 * @param truncated whether the requested maximum cut it
 * @param usage     the counts reported, or null
 */
record SimAnswer(String serial, String model, List<Block> blocks, boolean named, boolean truncated, Tokens usage) {

    /** What all blocks are. */
    Kind kind() {
        return blocks.get(0).kind();
    }

    /** Tokens of all blocks. */
    int size() {
        return blocks.stream().mapToInt(block -> block.pieces().size()).sum();
    }

    /** An identifier of the call that is the n-th block. */
    String callId(String prefix, int index) {
        return prefix + "sim" + serial + (index == 0 ? "" : "_" + index);
    }

    enum Kind {
        TEXT,
        REFUSAL,
        TOOL_CALL
    }

    /**
     * @param pieces the tokens, each one event of a stream
     * @param tool   the tool called, or null
     */
    record Block(Kind kind, List<String> pieces, Tool tool) {
        /** The whole text. */
        String text() {
            return String.join("", pieces);
        }

        /** The arguments of a call; none where the requested maximum cut them. */
        JsonNode arguments() {
            JsonNode whole = wholeArguments();
            return whole == null ? SimJson.object() : whole;
        }

        /** The arguments of a call, or null where the requested maximum cut them. */
        JsonNode wholeArguments() {
            try {
                return SimJson.read(text().getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                return null;
            }
        }
    }

    /**
     * Counts as OpenAI nests them.
     *
     * @param prompt     with cached and cacheWrite
     * @param completion with reasoning
     */
    record Tokens(int prompt, int completion, int cached, int cacheWrite, int reasoning) {
        /** Prompt tokens that were neither read from the cache nor written to it. */
        int uncached() {
            return prompt - cached - cacheWrite;
        }
    }
}
