/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** OpenAI's moderation: it flags an input that names a category, such as {@code violence}. */
final class ModerationSim extends OperationSim {
    private static final List<String> CATEGORIES = List.of(
            "harassment",
            "harassment/threatening",
            "hate",
            "hate/threatening",
            "illicit",
            "illicit/violent",
            "self-harm",
            "self-harm/intent",
            "self-harm/instructions",
            "sexual",
            "sexual/minors",
            "violence",
            "violence/graphic");

    ModerationSim(SimDialect chat) {
        super(chat, "/moderations");
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        return prompt(call, PromptText.of(required(call, "input")));
    }

    /** One result for each text, but one for all parts of a message. */
    @Override
    public ObjectNode result(SimCall call, Tokens usage, long seed) {
        JsonNode input = call.body().path("input");
        String model = call.body().path("model").asText("omni-moderation-latest");
        ObjectNode answer = SimJson.object()
                .put("id", "modr-sim" + Math.abs(input.hashCode()))
                .put("model", model);
        ArrayNode results = answer.putArray("results");
        if (input.isArray() && input.path(0).isTextual()) {
            input.forEach(text -> results.add(result(text.textValue())));
        } else {
            results.add(result(PromptText.of(input)));
        }
        return answer;
    }

    private static ObjectNode result(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        ObjectNode result = SimJson.object();
        result.put("flagged", CATEGORIES.stream().anyMatch(lower::contains));
        ObjectNode categories = result.putObject("categories");
        ObjectNode scores = result.putObject("category_scores");
        ObjectNode types = result.putObject("category_applied_input_types");
        for (String category : CATEGORIES) {
            boolean named = lower.contains(category);
            categories.put(category, named);
            scores.put(category, named ? 0.97 : 0.0001);
            types.putArray(category).add("text");
        }
        return result;
    }
}
