/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;

/** Writes an answer that came from another dialect. It has one choice: the first. Native parts have no place in it. */
final class CohereAnswerWriter {
    private CohereAnswerWriter() {}

    static ObjectNode write(Answer answer) {
        Answer.Choice choice = answer.choices().get(0);
        ObjectNode body = Json.object().put("id", Ids.orNew(answer.id(), ""));
        write(choice, body.putObject("message").put("role", "assistant"));
        body.put("finish_reason", CohereStops.write(choice.stopReason()));
        if (answer.usage() != null) {
            body.set("usage", CohereUsage.write(answer.usage()));
        }
        return body;
    }

    private static void write(Answer.Choice choice, ObjectNode message) {
        ArrayNode content = Json.array();
        ArrayNode calls = Json.array();
        StringBuilder text = new StringBuilder();
        for (Part part : choice.parts()) {
            if (part instanceof Part.Text said) {
                text.append(said.text());
            } else if (part instanceof Part.Refusal refusal) {
                text.append(refusal.text());
            } else if (part instanceof Part.Reasoning reasoning) {
                content.addObject().put("type", "thinking").put("thinking", reasoning.text());
            } else if (part instanceof Part.ToolCall call) {
                calls.add(CohereMessageWriter.call(
                        new Part.ToolCall(Ids.orNew(call.id(), "call_"), call.name(), call.arguments())));
            }
        }
        if (!text.isEmpty() && calls.isEmpty()) {
            content.addObject().put("type", "text").put("text", text.toString());
        } else if (!text.isEmpty()) {
            message.put("tool_plan", text.toString());
        }
        if (!content.isEmpty() || calls.isEmpty()) {
            message.set("content", content);
        }
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
    }
}
