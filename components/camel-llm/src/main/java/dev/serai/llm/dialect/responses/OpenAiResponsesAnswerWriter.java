/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.time.Instant;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.openai.OpenAiCitations;

/** Writes an answer that came from another dialect as a response. It has one choice: the first. Native parts have no place. */
final class OpenAiResponsesAnswerWriter {
    private final ArrayNode output;
    /** The message that text goes into until something else comes, or null. */
    private ArrayNode words;

    private ObjectNode lastText;
    /** In code points of the choice. */
    private int startOfText;

    private int said;
    private boolean refused;

    private OpenAiResponsesAnswerWriter(ArrayNode output) {
        this.output = output;
    }

    static ObjectNode write(Answer answer) {
        ObjectNode body = envelope(answer.id(), answer.model(), Instant.now().getEpochSecond());
        Answer.Choice choice = answer.choices().get(0);
        OpenAiResponsesAnswerWriter writer = new OpenAiResponsesAnswerWriter(body.putArray("output"));
        choice.parts().forEach(writer::part);
        OpenAiResponsesStops.write(body, choice.stopReason(), writer.refused);
        if (answer.usage() != null) {
            body.set("usage", OpenAiResponsesUsage.write(answer.usage()));
        }
        return body;
    }

    /** A response in progress. What echoes the request is at its default: it was made in another dialect. */
    static ObjectNode envelope(String id, String model, long createdAt) {
        ObjectNode body = Json.object()
                .put("id", id == null ? Ids.create("resp_") : id)
                .put("object", "response")
                .put("created_at", createdAt)
                .put("status", "in_progress")
                .put("background", false)
                .putNull("error")
                .putNull("incomplete_details")
                .putNull("instructions")
                .putNull("max_output_tokens")
                .put("model", model == null ? "" : model);
        body.putArray("output");
        body.put("parallel_tool_calls", true).putNull("previous_response_id");
        body.putObject("reasoning").putNull("effort").putNull("summary");
        body.put("store", false).putNull("temperature");
        body.putObject("text").putObject("format").put("type", "text");
        body.put("tool_choice", "auto").putArray("tools");
        body.putNull("top_p").put("truncation", "disabled").putNull("usage").putNull("user");
        body.putObject("metadata");
        return body;
    }

    private void part(Part part) {
        if (part instanceof Part.Text text) {
            lastText = OpenAiResponsesItems.text(text.text(), text.tokens());
            startOfText = said;
            said += OpenAiCitations.length(text.text());
            words().add(lastText);
        } else if (part instanceof Part.Citation citation) {
            cite(citation);
        } else if (part instanceof Part.Refusal refusal) {
            refused = true;
            words().add(OpenAiResponsesItems.refusal(refusal.text()));
        } else if (part instanceof Part.Reasoning || part instanceof Part.RedactedReasoning) {
            words = null;
            output.add(OpenAiResponsesReasoning.write(part));
        } else if (part instanceof Part.ToolCall call) {
            words = null;
            output.add(OpenAiResponsesItems.call(call.id(), call.name())
                    .put("arguments", call.arguments())
                    .put("status", Json.parseObject(call.arguments()) == null ? "incomplete" : "completed"));
        }
    }

    /** A passage that began in an earlier part has no place: a part's annotations count from its own start. */
    private void cite(Part.Citation citation) {
        if (lastText != null && citation.start() >= startOfText) {
            lastText.withArrayProperty(OpenAiCitations.ANNOTATIONS)
                    .add(OpenAiCitations.writeFlat(citation, startOfText));
        }
    }

    private ArrayNode words() {
        if (words == null) {
            ObjectNode message = OpenAiResponsesItems.message().put("status", "completed");
            output.add(message);
            words = (ArrayNode) message.get("content");
        }
        return words;
    }
}
