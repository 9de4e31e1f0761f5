/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.List;

import dev.serai.llm.provider.sim.SimPrompt.Tool;

/**
 * One answer, in no dialect. Immutable.
 *
 * @param serial    makes its identifiers unique
 * @param model     as requested
 * @param kind      what the pieces are
 * @param pieces    the tokens, each one event of a stream
 * @param truncated whether the requested maximum cut it
 * @param tool      the tool called, or null
 * @param usage     the counts reported, or null
 */
record SimAnswer(
        String serial, String model, Kind kind, List<String> pieces, boolean truncated, Tool tool, Tokens usage) {

    /** The whole text. */
    String text() {
        return String.join("", pieces);
    }

    enum Kind {
        TEXT,
        REFUSAL,
        TOOL_CALL
    }

    /**
     * Counts as OpenAI nests them.
     *
     * @param prompt     with cached
     * @param completion with reasoning
     */
    record Tokens(int prompt, int completion, int cached, int reasoning) {}
}
