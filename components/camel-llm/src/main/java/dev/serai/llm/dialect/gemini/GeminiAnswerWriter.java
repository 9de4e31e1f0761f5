/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;

/**
 * Writes an answer that came from another dialect. A tool call whose arguments are not JSON is left out, since a client
 * must not run a tool with arguments that the model did not write; the answer's advice says so. Native parts and
 * encrypted reasoning have no place in a candidate.
 */
final class GeminiAnswerWriter {
    private GeminiAnswerWriter() {}

    static ObjectNode write(Answer answer) {
        ObjectNode body = Json.object();
        ArrayNode candidates = body.putArray("candidates");
        for (Answer.Choice choice : answer.choices()) {
            ObjectNode candidate = candidates.addObject();
            StringBuilder refusal = new StringBuilder();
            List<Token> tokens = new ArrayList<>();
            ArrayNode parts = content(candidate);
            for (Part part : choice.parts()) {
                if (part instanceof Part.Refusal refused) {
                    refusal.append(refused.text());
                } else {
                    tokens.addAll(part instanceof Part.Text text ? text.tokens() : List.of());
                    ObjectNode written = part(part);
                    if (written != null) {
                        parts.add(written);
                    }
                }
            }
            finish(candidate, GeminiStops.write(choice.stopReason()), refusal.toString());
            GeminiTokens.write(tokens, candidate);
            GeminiGrounding.write(citations(choice), firstText(choice), candidate);
            candidate.put("index", candidates.size() - 1);
        }
        if (answer.usage() != null) {
            body.set("usageMetadata", GeminiUsage.write(answer.usage()));
        }
        return identify(body, answer.id(), answer.model());
    }

    private static List<Part.Citation> citations(Answer.Choice choice) {
        return choice.parts().stream()
                .filter(Part.Citation.class::isInstance)
                .map(Part.Citation.class::cast)
                .toList();
    }

    private static String firstText(Answer.Choice choice) {
        return choice.parts().stream()
                .filter(Part.Text.class::isInstance)
                .map(part -> ((Part.Text) part).text())
                .findFirst()
                .orElse("");
    }

    /** Adds a model's content to a candidate and returns its parts. */
    static ArrayNode content(ObjectNode candidate) {
        ObjectNode content = candidate.putObject("content");
        ArrayNode parts = content.putArray("parts");
        content.put("role", "model");
        return parts;
    }

    static void finish(ObjectNode candidate, String reason, String refusal) {
        candidate.put("finishReason", reason);
        if (!refusal.isEmpty()) {
            candidate.put("finishMessage", refusal);
        }
    }

    static ObjectNode identify(ObjectNode body, String id, String model) {
        return body.put("modelVersion", model == null ? "" : model).put("responseId", id == null ? newId() : id);
    }

    static String newId() {
        return Ids.create("");
    }

    private static ObjectNode part(Part part) {
        if (part instanceof Part.Text text) {
            return Json.object().put("text", text.text());
        }
        if (part instanceof Part.Reasoning reasoning) {
            return thought(reasoning.text(), reasoning.signature());
        }
        return part instanceof Part.ToolCall call ? functionCall(call.id(), call.name(), call.arguments()) : null;
    }

    static ObjectNode thought(String text, String signature) {
        ObjectNode part = Json.object().put("text", text).put("thought", true);
        return signature == null ? part : part.put("thoughtSignature", signature);
    }

    /** Null where the arguments are no JSON object. */
    static ObjectNode functionCall(String id, String name, String arguments) {
        ObjectNode args = Json.parseObject(arguments);
        if (args == null) {
            return null;
        }
        ObjectNode part = Json.object();
        ObjectNode call = part.putObject("functionCall");
        if (id != null && !id.isEmpty()) {
            call.put("id", id);
        }
        call.put("name", name).set("args", args);
        return part;
    }
}
