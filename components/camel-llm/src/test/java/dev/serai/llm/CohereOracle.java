/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads a Cohere Chat v2 answer, whole or streamed. */
final class CohereOracle {
    private final ExpectedAnswer.Draft draft = new ExpectedAnswer.Draft();

    ExpectedAnswer read(List<JsonNode> events, boolean streamed) {
        for (JsonNode event : events) {
            if (streamed) {
                event(event);
            } else {
                JsonNode message = event.path("message");
                message.path("content")
                        .forEach(block -> draft.text.append(block.path("text").asText()));
                draft.text.append(message.path("tool_plan").asText());
                message.path("tool_calls").forEach(call -> call(draft.names.size(), call));
                end(event);
            }
        }
        return draft.answer();
    }

    private void event(JsonNode event) {
        JsonNode message = event.at("/delta/message");
        switch (event.path("type").asText()) {
            case "content-start", "content-delta" ->
                draft.text.append(message.at("/content/text").asText());
            case "tool-plan-delta" ->
                draft.text.append(message.path("tool_plan").asText());
            case "tool-call-start", "tool-call-delta" ->
                call(event.path("index").asInt(), message.path("tool_calls"));
            case "message-end" -> end(event.path("delta"));
            default -> {}
        }
    }

    private void call(int index, JsonNode call) {
        draft.call(
                index,
                call.at("/function/name").asText(null),
                call.at("/function/arguments").asText());
    }

    /** What is billed counts. */
    private void end(JsonNode json) {
        draft.error = json.path("finish_reason").asText().equals("ERROR");
        draft.stopReason = switch (json.path("finish_reason").asText()) {
            case "COMPLETE" -> StopReason.STOP;
            case "STOP_SEQUENCE" -> StopReason.STOP_SEQUENCE;
            case "MAX_TOKENS" -> StopReason.MAX_TOKENS;
            case "TOOL_CALL" -> StopReason.TOOL_CALLS;
            default -> StopReason.OTHER;
        };
        JsonNode billed = json.at("/usage/billed_units");
        if (billed.isObject()) {
            long output = billed.path("output_tokens").asLong();
            long reasoning =
                    Math.min(output, json.at("/usage/tokens/reasoning_tokens").asLong());
            draft.usage = new Usage(billed.path("input_tokens").asLong(), 0, 0, output - reasoning, reasoning);
        }
    }
}
