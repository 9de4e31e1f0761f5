/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;

/** Writes an answer that came from another dialect as a chat completion. Native parts have no place in one. */
final class OpenAiChatAnswerWriter {
    private OpenAiChatAnswerWriter() {}

    static ObjectNode write(Answer answer) {
        ObjectNode body = Json.object();
        body.put("id", answer.id() == null ? newId("chatcmpl-") : answer.id());
        body.put("object", "chat.completion");
        body.put("created", Instant.now().getEpochSecond());
        body.put("model", answer.model());
        ArrayNode choices = body.putArray("choices");
        for (Answer.Choice choice : answer.choices()) {
            write(choice, choices.addObject().put("index", choices.size() - 1));
        }
        if (answer.usage() != null) {
            body.set("usage", OpenAiChatUsage.write(answer.usage()));
        }
        return body;
    }

    static String newId(String prefix) {
        return Ids.create(prefix);
    }

    private static void write(Answer.Choice choice, ObjectNode json) {
        StringBuilder content = new StringBuilder();
        StringBuilder refusal = new StringBuilder();
        List<Token> tokens = new ArrayList<>();
        ArrayNode calls = Json.array();
        for (Part part : choice.parts()) {
            if (part instanceof Part.Text text) {
                content.append(text.text());
                tokens.addAll(text.tokens());
            } else if (part instanceof Part.Refusal refused) {
                refusal.append(refused.text());
            } else if (part instanceof Part.ToolCall call) {
                ObjectNode written =
                        calls.addObject().put("id", idOf(call.id())).put("type", "function");
                written.putObject("function").put("name", call.name()).put("arguments", call.arguments());
            }
        }
        ArrayNode annotations = annotations(choice.parts());
        ObjectNode message = json.putObject("message").put("role", "assistant");
        OpenAiChatReasoning.write(message, choice.parts());
        message.put("content", content.isEmpty() ? null : content.toString());
        message.put("refusal", refusal.isEmpty() ? null : refusal.toString());
        if (!annotations.isEmpty()) {
            message.set(OpenAiCitations.ANNOTATIONS, annotations);
        }
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
        json.set("logprobs", logprobs(tokens));
        json.put("finish_reason", OpenAiChatStops.write(choice.stopReason(), !refusal.isEmpty()));
    }

    private static ArrayNode annotations(List<Part> parts) {
        ArrayNode annotations = Json.array();
        parts.forEach(part -> {
            if (part instanceof Part.Citation citation) {
                annotations.add(OpenAiCitations.write(citation));
            }
        });
        return annotations;
    }

    /** Null where there are none. */
    static JsonNode logprobs(List<Token> tokens) {
        return tokens.isEmpty()
                ? NullNode.instance
                : Json.object().putNull("refusal").set("content", OpenAiTokens.write(tokens));
    }

    /** Some providers send no id, but a client needs one to answer the call. */
    static String idOf(String id) {
        return id == null || id.isEmpty() ? newId("call_") : id;
    }
}
