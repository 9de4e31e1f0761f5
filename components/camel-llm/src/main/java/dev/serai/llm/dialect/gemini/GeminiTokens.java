/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.Json;

/** The log probabilities of a candidate. Stateless. */
final class GeminiTokens {
    private static final String RESULT = "logprobsResult";

    private GeminiTokens() {}

    static List<Token> read(JsonNode candidate) {
        List<Token> tokens = new ArrayList<>();
        JsonNode chosen = candidate.path(RESULT).path("chosenCandidates");
        for (int i = 0; i < chosen.size(); i++) {
            List<Token> alternatives = new ArrayList<>();
            candidate
                    .path(RESULT)
                    .path("topCandidates")
                    .path(i)
                    .path("candidates")
                    .forEach(json -> alternatives.add(token(json, List.of())));
            tokens.add(token(chosen.get(i), alternatives));
        }
        return tokens;
    }

    private static Token token(JsonNode json, List<Token> alternatives) {
        return new Token(
                json.path("token").asText(), json.path("logProbability").asDouble(), null, alternatives);
    }

    static void write(List<Token> tokens, ObjectNode candidate) {
        if (tokens.isEmpty()) {
            return;
        }
        ObjectNode result = candidate.putObject(RESULT);
        ArrayNode chosen = result.putArray("chosenCandidates");
        ArrayNode top = Json.array();
        boolean any = false;
        for (Token token : tokens) {
            chosen.add(token(token));
            ArrayNode alternatives = top.addObject().putArray("candidates");
            token.alternatives().forEach(alternative -> alternatives.add(token(alternative)));
            any |= !alternatives.isEmpty();
        }
        if (any) {
            result.set("topCandidates", top);
        }
    }

    private static ObjectNode token(Token token) {
        return Json.object().put("token", token.text()).put("logProbability", token.logProbability());
    }
}
