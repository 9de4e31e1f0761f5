/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import java.time.Instant;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;

/**
 * Writes an answer that came from another dialect. It has one choice: the first. A tool call whose arguments are not JSON
 * is left out, as everywhere; native parts have no place in it.
 */
final class OllamaAnswerWriter {
    private OllamaAnswerWriter() {}

    static ObjectNode write(Answer answer) {
        ObjectNode body = envelope(answer.model());
        ObjectNode message = body.putObject("message").put("role", "assistant");
        StringBuilder text = new StringBuilder();
        StringBuilder thinking = new StringBuilder();
        Answer.Choice choice = answer.choices().get(0);
        for (Part part : choice.parts()) {
            if (part instanceof Part.Text said) {
                text.append(said.text());
            } else if (part instanceof Part.Refusal refusal) {
                text.append(refusal.text());
            } else if (part instanceof Part.Reasoning reasoning) {
                thinking.append(reasoning.text());
            } else if (part instanceof Part.ToolCall call) {
                ObjectNode arguments = Json.parseObject(call.arguments());
                if (arguments != null) {
                    message.withArrayProperty("tool_calls")
                            .add(OllamaMessageWriter.callOf(call.id(), call.name(), arguments));
                }
            }
        }
        message.put("content", text.toString());
        if (!thinking.isEmpty()) {
            message.put("thinking", thinking.toString());
        }
        body.put("done", true).put("done_reason", OllamaStops.write(choice.stopReason()));
        OllamaUsage.write(body, answer.usage());
        return body;
    }

    static ObjectNode envelope(String model) {
        return Json.object()
                .put("model", model == null ? "" : model)
                .put("created_at", Instant.now().toString());
    }
}
