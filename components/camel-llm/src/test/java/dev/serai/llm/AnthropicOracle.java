/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Reads a Messages answer, whole or streamed. */
final class AnthropicOracle {
    private final ExpectedAnswer.Draft draft = new ExpectedAnswer.Draft();
    private final ObjectNode usage = JsonNodeFactory.instance.objectNode();
    private final Map<Integer, Integer> callOfBlock = new HashMap<>();
    private int calls;

    ExpectedAnswer read(List<JsonNode> events, boolean streamed) {
        for (JsonNode event : events) {
            if (streamed) {
                event(event);
            } else {
                message(event);
            }
        }
        if (!usage.isEmpty()) {
            draft.usage = usage();
        }
        return draft.answer();
    }

    private void message(JsonNode message) {
        draft.error |= message.path("type").asText().equals("error");
        int index = 0;
        for (JsonNode block : message.path("content")) {
            block(index++, block);
        }
        stop(message);
        merge(message.path("usage"));
    }

    private void event(JsonNode event) {
        switch (event.path("type").asText()) {
            case "message_start" -> merge(event.at("/message/usage"));
            case "content_block_start" -> block(event.path("index").asInt(), event.path("content_block"));
            case "content_block_delta" -> delta(event.path("index").asInt(), event.path("delta"));
            case "message_delta" -> {
                stop(event.path("delta"));
                merge(event.path("usage"));
            }
            case "error" -> draft.error = true;
            default -> {}
        }
    }

    private void block(int index, JsonNode block) {
        String type = block.path("type").asText();
        if (type.equals("text")) {
            draft.text.append(block.path("text").asText());
        } else if (type.equals("tool_use")) {
            callOfBlock.put(index, calls);
            JsonNode input = block.path("input");
            draft.call(calls++, block.path("name").asText(), input.isEmpty() ? "" : input.toString());
        }
    }

    private void delta(int index, JsonNode delta) {
        switch (delta.path("type").asText()) {
            case "text_delta" -> draft.text.append(delta.path("text").asText());
            case "input_json_delta" -> {
                if (callOfBlock.containsKey(index)) {
                    draft.call(
                            callOfBlock.get(index),
                            null,
                            delta.path("partial_json").asText());
                }
            }
            default -> {}
        }
    }

    private void stop(JsonNode node) {
        if (!node.hasNonNull("stop_reason")) {
            return;
        }
        draft.stopReason = switch (node.path("stop_reason").asText()) {
            case "end_turn" -> StopReason.STOP;
            case "stop_sequence" -> StopReason.STOP_SEQUENCE;
            case "max_tokens" -> StopReason.MAX_TOKENS;
            case "tool_use" -> StopReason.TOOL_CALLS;
            case "pause_turn" -> StopReason.PAUSE;
            case "refusal" -> StopReason.REFUSAL;
            case "model_context_window_exceeded" -> StopReason.CONTEXT_EXHAUSTED;
            default -> StopReason.OTHER;
        };
        draft.refused = draft.stopReason == StopReason.REFUSAL;
    }

    /** Later figures replace earlier ones, field by field. */
    private void merge(JsonNode newer) {
        newer.fields().forEachRemaining(field -> {
            if (!field.getValue().isNull()) {
                usage.set(field.getKey(), field.getValue());
            }
        });
    }

    private Usage usage() {
        long output = usage.path("output_tokens").asLong();
        long reasoning = usage.at("/output_tokens_details/thinking_tokens").asLong();
        return new Usage(
                usage.path("input_tokens").asLong(),
                usage.path("cache_read_input_tokens").asLong(),
                usage.path("cache_creation_input_tokens").asLong(),
                output - reasoning,
                reasoning);
    }
}
