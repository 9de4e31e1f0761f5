/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.ErrorReader;

/** Cohere's finish reasons, and the ones among them that are errors. */
final class CohereStops {
    private CohereStops() {}

    /** @param json an answer, or the delta of a {@code message-end} */
    static StopReason read(JsonNode json) {
        return switch (json.path("finish_reason").asText()) {
            case "COMPLETE" -> StopReason.STOP;
            case "STOP_SEQUENCE" -> StopReason.STOP_SEQUENCE;
            case "MAX_TOKENS" -> StopReason.MAX_TOKENS;
            case "TOOL_CALL" -> StopReason.TOOL_CALLS;
            default -> StopReason.OTHER;
        };
    }

    /** The error that ended the answer, or null. */
    static LlmException failure(JsonNode json, ErrorReader errors) {
        String reason = json.path("finish_reason").asText();
        if (!reason.startsWith("ERROR") && !reason.equals("TIMEOUT")) {
            return null;
        }
        String type = Json.nonEmpty(json, "error_type");
        return errors.readInBand(
                Json.object().put("type", type == null ? reason : type).put("message", Json.text(json, "error")));
    }

    static String write(StopReason reason) {
        return switch (reason) {
            case STOP, PAUSE, OTHER, REFUSAL, CONTENT_FILTER -> "COMPLETE";
            case STOP_SEQUENCE -> "STOP_SEQUENCE";
            case MAX_TOKENS, CONTEXT_EXHAUSTED -> "MAX_TOKENS";
            case TOOL_CALLS -> "TOOL_CALL";
        };
    }
}
