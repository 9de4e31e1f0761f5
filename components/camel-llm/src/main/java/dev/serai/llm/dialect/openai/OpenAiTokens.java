/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.Json;

/** Log probabilities as both of OpenAI's dialects have them. Stateless. */
public final class OpenAiTokens {
    private OpenAiTokens() {}

    /** @param tokens an array, or anything else for none */
    public static List<Token> read(JsonNode tokens) {
        List<Token> read = new ArrayList<>();
        for (JsonNode token : tokens) {
            read.add(new Token(
                    token.path("token").asText(),
                    token.path("logprob").asDouble(),
                    bytes(token.path("bytes")),
                    read(token.path("top_logprobs"))));
        }
        return read;
    }

    private static List<Integer> bytes(JsonNode bytes) {
        if (!bytes.isArray()) {
            return null;
        }
        List<Integer> read = new ArrayList<>();
        bytes.forEach(b -> read.add(b.asInt()));
        return read;
    }

    public static ArrayNode write(List<Token> tokens) {
        ArrayNode array = Json.array();
        for (Token token : tokens) {
            write(token, array.addObject()).set("top_logprobs", alternatives(token));
        }
        return array;
    }

    private static ArrayNode alternatives(Token token) {
        ArrayNode array = Json.array();
        token.alternatives().forEach(alternative -> write(alternative, array.addObject()));
        return array;
    }

    private static ObjectNode write(Token token, ObjectNode json) {
        json.put("token", token.text()).put("logprob", token.logProbability());
        ArrayNode bytes = json.putArray("bytes");
        token.utf8().forEach(bytes::add);
        return json;
    }
}
