/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** Writes whole answers of Gemini, and the parts that chunks share with them. */
final class GeminiAnswers {
    private static final String[] HARMS = {"HATE_SPEECH", "DANGEROUS_CONTENT", "HARASSMENT", "SEXUALLY_EXPLICIT"};

    private GeminiAnswers() {}

    static ObjectNode whole(SimAnswer answer) {
        ArrayNode parts = SimJson.array();
        for (int i = 0; i < answer.blocks().size(); i++) {
            JsonNode part = answer.kind() == Kind.TOOL_CALL
                    ? call(answer, i)
                    : text(answer.blocks().get(i).text());
            if (part != null && answer.kind() != Kind.REFUSAL) {
                parts.add(part);
            }
        }
        ObjectNode body = response(answer, parts);
        finish((ObjectNode) body.path("candidates").get(0), answer);
        return withUsage(body, answer, visible(answer.usage()));
    }

    /** An answer with one candidate that has these parts, neither finished nor counted. */
    static ObjectNode response(SimAnswer answer, ArrayNode parts) {
        ObjectNode body = SimJson.object();
        ObjectNode candidate = body.putArray("candidates").addObject();
        ObjectNode content = candidate.putObject("content");
        if (!parts.isEmpty()) {
            content.set("parts", parts);
        }
        if (answer.kind() != Kind.REFUSAL) {
            content.put("role", "model");
        }
        candidate.put("index", 0);
        return body;
    }

    static ObjectNode text(String text) {
        return SimJson.object().put("text", text);
    }

    /** A call as one part; null where the maximum cut its arguments, since they have to be an object. */
    static JsonNode call(SimAnswer answer, int index) {
        Block block = answer.blocks().get(index);
        JsonNode arguments = block.wholeArguments();
        if (arguments == null) {
            return null;
        }
        ObjectNode part = SimJson.object();
        part.putObject("functionCall").put("name", block.tool().name()).set("args", arguments);
        return part;
    }

    /** Tool calls end as text does. */
    static void finish(ObjectNode candidate, SimAnswer answer) {
        if (answer.kind() == Kind.REFUSAL) {
            candidate.put("finishReason", "SAFETY").set("safetyRatings", ratings());
            return;
        }
        candidate.put("finishReason", answer.truncated() ? "MAX_TOKENS" : "STOP");
        if (answer.kind() == Kind.TOOL_CALL && !answer.truncated()) {
            candidate.put("finishMessage", "Model generated function call(s).");
        }
    }

    /** A blocked prompt is an answer without candidates. */
    static ObjectNode blocked() {
        ObjectNode body = SimJson.object();
        body.putObject("promptFeedback").put("blockReason", "SAFETY").set("safetyRatings", ratings());
        return body;
    }

    private static ArrayNode ratings() {
        ArrayNode ratings = SimJson.array();
        for (String harm : HARMS) {
            ratings.addObject()
                    .put("category", "HARM_CATEGORY_" + harm)
                    .put("probability", harm.equals(HARMS[0]) ? "HIGH" : "NEGLIGIBLE");
        }
        return ratings;
    }

    /** Answer tokens that are no thoughts. */
    static int visible(Tokens tokens) {
        return tokens == null ? 0 : tokens.completion() - tokens.reasoning();
    }

    /**
     * Counts of zero are left out.
     *
     * @param visible answer tokens so far, without thoughts
     */
    static ObjectNode withUsage(ObjectNode body, SimAnswer answer, int visible) {
        Tokens tokens = answer.usage();
        if (tokens != null) {
            ObjectNode usage = body.putObject("usageMetadata");
            put(usage, "promptTokenCount", tokens.prompt());
            put(usage, "candidatesTokenCount", visible);
            put(usage, "totalTokenCount", tokens.prompt() + visible + tokens.reasoning());
            put(usage, "cachedContentTokenCount", tokens.cached());
            modality(usage, "promptTokensDetails", tokens.prompt());
            modality(usage, "cacheTokensDetails", tokens.cached());
            put(usage, "thoughtsTokenCount", tokens.reasoning());
        }
        return body.put("modelVersion", answer.model()).put("responseId", "sim" + answer.serial());
    }

    private static void put(ObjectNode usage, String name, int count) {
        if (count > 0) {
            usage.put(name, count);
        }
    }

    private static void modality(ObjectNode usage, String name, int count) {
        if (count > 0) {
            usage.putArray(name).addObject().put("modality", "TEXT").put("tokenCount", count);
        }
    }
}
