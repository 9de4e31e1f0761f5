/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

/** Log probabilities of some tokens; the text that they belong to does not matter here. */
final class DrawnTokens {
    private DrawnTokens() {}

    static ArrayNode openAi(Draw draw) {
        ArrayNode tokens = Json.array();
        for (int count = 1 + draw.below(3); count > 0; count--) {
            ArrayNode alternatives = openAi(draw, tokens.addObject()).putArray("top_logprobs");
            for (int more = draw.below(3); more > 0; more--) {
                openAi(draw, alternatives.addObject());
            }
        }
        return tokens;
    }

    private static ObjectNode openAi(Draw draw, ObjectNode token) {
        token.put("token", draw.text()).put("logprob", draw.eighths(-80, 0));
        return draw.in(2)
                ? token.putNull("bytes")
                : token.set("bytes", Json.array().add(226).add(130));
    }

    static ObjectNode gemini(Draw draw) {
        ObjectNode result = Json.object();
        ArrayNode chosen = result.putArray("chosenCandidates");
        ArrayNode top = result.putArray("topCandidates");
        for (int count = 1 + draw.below(3); count > 0; count--) {
            gemini(draw, chosen.addObject());
            ArrayNode candidates = top.addObject().putArray("candidates");
            for (int more = draw.below(3); more > 0; more--) {
                gemini(draw, candidates.addObject());
            }
        }
        return result;
    }

    private static void gemini(Draw draw, ObjectNode token) {
        token.put("token", draw.text()).put("tokenId", 7).put("logProbability", draw.eighths(-80, 0));
    }
}
