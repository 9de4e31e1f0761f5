/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads a Responses answer, whole or streamed. Of a stream the deltas count, and of its last event status and usage. */
final class ResponsesOracle {
    private final ExpectedAnswer.Draft draft = new ExpectedAnswer.Draft();
    private final Map<Integer, Integer> callOfItem = new HashMap<>();
    private boolean awaitsClient;

    ExpectedAnswer read(List<JsonNode> events, boolean streamed) {
        for (JsonNode event : events) {
            if (streamed) {
                event(event);
            } else {
                event.path("output").forEach(this::item);
                end(event);
            }
        }
        return draft.answer();
    }

    private void event(JsonNode event) {
        String delta = event.path("delta").asText();
        switch (event.path("type").asText()) {
            case "response.output_text.delta" -> draft.text.append(delta);
            case "response.refusal.delta" -> draft.refused = true;
            case "response.output_item.added" -> added(event);
            case "response.function_call_arguments.delta" ->
                draft.call(callOfItem.get(event.path("output_index").asInt()), null, delta);
            case "response.completed", "response.incomplete", "response.failed" -> end(event.path("response"));
            case "error" -> draft.error = true;
            default -> {}
        }
    }

    private void added(JsonNode event) {
        JsonNode item = event.path("item");
        awaitsClient |= item.path("type").asText().equals("custom_tool_call");
        if (item.path("type").asText().equals("function_call")) {
            callOfItem.put(event.path("output_index").asInt(), callOfItem.size());
            draft.call(callOfItem.size() - 1, item.path("name").asText(), "");
        }
    }

    private void item(JsonNode item) {
        String type = item.path("type").asText();
        awaitsClient |= type.equals("custom_tool_call") || type.equals("computer_call");
        if (type.equals("function_call")) {
            draft.call(
                    draft.names.size(),
                    item.path("name").asText(),
                    item.path("arguments").asText());
        } else if (type.equals("message")) {
            for (JsonNode part : item.path("content")) {
                draft.text.append(part.path("text").asText());
                draft.refused |= part.path("type").asText().equals("refusal");
            }
        }
    }

    private void end(JsonNode response) {
        draft.error |= response.hasNonNull("error");
        String reason = response.at("/incomplete_details/reason").asText();
        boolean calls = awaitsClient || !draft.names.isEmpty();
        draft.stopReason = switch (response.path("status").asText()) {
            case "completed" -> calls ? StopReason.TOOL_CALLS : StopReason.STOP;
            case "incomplete" -> reason.equals("content_filter") ? StopReason.CONTENT_FILTER : StopReason.MAX_TOKENS;
            default -> StopReason.OTHER;
        };
        draft.refused |= draft.stopReason == StopReason.CONTENT_FILTER;
        JsonNode usage = response.path("usage");
        if (usage.isObject()) {
            long cached = usage.at("/input_tokens_details/cached_tokens").asLong();
            long written = usage.at("/input_tokens_details/cache_write_tokens").asLong();
            long reasoning = usage.at("/output_tokens_details/reasoning_tokens").asLong();
            draft.usage = new Usage(
                    usage.path("input_tokens").asLong() - cached - written,
                    cached,
                    written,
                    usage.path("output_tokens").asLong() - reasoning,
                    reasoning);
        }
    }
}
