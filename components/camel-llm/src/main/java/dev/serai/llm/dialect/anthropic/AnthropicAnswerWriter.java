/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Signatures;

/**
 * Writes an answer that came from another dialect as a message. A message has one choice: the first. A tool call whose
 * arguments are not JSON is left out, since a client must not run a tool with arguments that the model did not write;
 * the answer's advice says so. Native parts have no place in a message.
 */
final class AnthropicAnswerWriter {
    private AnthropicAnswerWriter() {}

    static ObjectNode write(Answer answer) {
        ObjectNode body = envelope(answer.id(), answer.model());
        ArrayNode content = body.putArray("content");
        StringBuilder refusal = new StringBuilder();
        Answer.Choice choice = answer.choices().get(0);
        for (Part part : choice.parts()) {
            if (part instanceof Part.Refusal refused) {
                refusal.append(refused.text());
            } else {
                ObjectNode block = block(part);
                if (block != null) {
                    content.add(block);
                }
            }
        }
        StopReason stop = choice.stopReason();
        AnthropicStops.write(body, stop, choice.stopSequence(), refusal.isEmpty() ? null : refusal.toString());
        body.set("usage", AnthropicUsage.write(answer.usage()));
        return body;
    }

    /** A message without content, stop reason and usage. */
    static ObjectNode envelope(String id, String model) {
        return Json.object()
                .put("id", id == null ? newId("msg_") : id)
                .put("type", "message")
                .put("role", "assistant")
                .put("model", model == null ? "" : model);
    }

    private static ObjectNode block(Part part) {
        if (part instanceof Part.Text text) {
            return Json.object().put("type", "text").put("text", text.text());
        }
        if (part instanceof Part.Reasoning reasoning) {
            return Json.object()
                    .put("type", "thinking")
                    .put("thinking", reasoning.text())
                    .put("signature", reasoning.signature() == null ? Signatures.NONE : reasoning.signature());
        }
        if (part instanceof Part.RedactedReasoning redacted) {
            return redacted(redacted.data());
        }
        return part instanceof Part.ToolCall call ? toolUse(call) : null;
    }

    private static ObjectNode toolUse(Part.ToolCall call) {
        ObjectNode input = Json.parseObject(call.arguments());
        return input == null ? null : toolUse(call.id(), call.name(), input);
    }

    static ObjectNode redacted(String data) {
        return Json.object().put("type", "redacted_thinking").put("data", data);
    }

    /** Some providers send no id, but a client needs one to answer the call. */
    static ObjectNode toolUse(String id, String name, ObjectNode input) {
        ObjectNode block = Json.object()
                .put("type", "tool_use")
                .put("id", id == null || id.isEmpty() ? newId("toolu_") : id)
                .put("name", name);
        block.set("input", input);
        return block;
    }

    private static String newId(String prefix) {
        return Ids.create(prefix);
    }
}
