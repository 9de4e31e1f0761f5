/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.StopReason;

/** Ollama's reasons for being done, which do not tell a tool call from an end. */
final class OllamaStops {
    private OllamaStops() {}

    static StopReason read(JsonNode json, boolean toolCalls) {
        return switch (json.path("done_reason").asText("stop")) {
            case "stop" -> toolCalls ? StopReason.TOOL_CALLS : StopReason.STOP;
            case "length" -> StopReason.MAX_TOKENS;
            default -> StopReason.OTHER;
        };
    }

    static String write(StopReason reason) {
        return reason == StopReason.MAX_TOKENS || reason == StopReason.CONTEXT_EXHAUSTED ? "length" : "stop";
    }
}
