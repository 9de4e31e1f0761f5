/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;

/**
 * Writes an answer that came from another dialect. It has one choice: the first. A tool call whose arguments are not JSON
 * is left out, as everywhere; native parts have no place in it.
 */
final class BedrockAnswerWriter {
    private BedrockAnswerWriter() {}

    static ObjectNode write(Answer answer) {
        ObjectNode body = Json.object();
        ObjectNode message = body.putObject("output").putObject("message").put("role", "assistant");
        ArrayNode content = message.putArray("content");
        Answer.Choice choice = answer.choices().get(0);
        choice.parts().forEach(part -> block(part, content));
        body.put("stopReason", BedrockStops.write(choice.stopReason()));
        body.set("usage", BedrockUsage.write(answer.usage()));
        body.putObject("metrics").put("latencyMs", 0);
        return body;
    }

    private static void block(Part part, ArrayNode content) {
        if (part instanceof Part.Text text) {
            content.addObject().put("text", text.text());
        } else if (part instanceof Part.Refusal refusal) {
            content.addObject().put("text", refusal.text());
        } else if (part instanceof Part.Reasoning reasoning) {
            content.add(BedrockBlockWriter.reasoning(reasoning));
        } else if (part instanceof Part.RedactedReasoning redacted) {
            content.addObject().putObject("reasoningContent").put("redactedContent", redacted.data());
        } else if (part instanceof Part.ToolCall call) {
            ObjectNode input = Json.parseObject(call.arguments());
            if (input != null) {
                content.addObject()
                        .putObject("toolUse")
                        .put("toolUseId", Ids.orNew(call.id(), "tooluse_"))
                        .put("name", call.name())
                        .set("input", input);
            }
        }
    }
}
