/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.dialect.Json;

/** Anthropic's stop reasons, with the details of a refusal. */
final class AnthropicStops {
    private AnthropicStops() {}

    /** @param json a message, or the delta of a {@code message_delta} */
    static StopReason read(JsonNode json) {
        return switch (json.path("stop_reason").asText()) {
            case "end_turn" -> StopReason.STOP;
            case "stop_sequence" -> StopReason.STOP_SEQUENCE;
            case "max_tokens" -> StopReason.MAX_TOKENS;
            case "tool_use" -> StopReason.TOOL_CALLS;
            case "refusal" -> StopReason.REFUSAL;
            case "pause_turn" -> StopReason.PAUSE;
            case "model_context_window_exceeded" -> StopReason.CONTEXT_EXHAUSTED;
            default -> StopReason.OTHER;
        };
    }

    /** What the provider says about a refusal, or null. */
    static String refusal(JsonNode json) {
        return Json.nonEmpty(json.path("stop_details"), "explanation");
    }

    /**
     * Sets the three stop fields.
     *
     * @param reason  null where the message is still being written
     * @param refusal the refusal's text, or null; Anthropic has no content block for it
     */
    static void write(ObjectNode json, StopReason reason, String stopSequence, String refusal) {
        json.put("stop_reason", reason == null ? null : name(reason));
        json.put("stop_sequence", stopSequence);
        if (refusal != null) {
            json.putObject("stop_details")
                    .put("type", "refusal")
                    .putNull("category")
                    .put("explanation", refusal);
        }
    }

    private static String name(StopReason reason) {
        return switch (reason) {
            case STOP, OTHER -> "end_turn";
            case STOP_SEQUENCE -> "stop_sequence";
            case MAX_TOKENS -> "max_tokens";
            case TOOL_CALLS -> "tool_use";
            case REFUSAL, CONTENT_FILTER -> "refusal";
            case PAUSE -> "pause_turn";
            case CONTEXT_EXHAUSTED -> "model_context_window_exceeded";
        };
    }
}
