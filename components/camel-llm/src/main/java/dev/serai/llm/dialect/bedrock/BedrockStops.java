/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.ErrorReader;

/** Bedrock's stop reasons, and the ones among them that are errors. */
final class BedrockStops {
    private static final String GUARDRAIL = "guardrail_intervened";

    private BedrockStops() {}

    /** @param json an answer, or a {@code messageStop} event */
    static StopReason read(JsonNode json) {
        return switch (json.path("stopReason").asText()) {
            case "end_turn" -> StopReason.STOP;
            case "stop_sequence" -> StopReason.STOP_SEQUENCE;
            case "max_tokens" -> StopReason.MAX_TOKENS;
            case "tool_use" -> StopReason.TOOL_CALLS;
            case GUARDRAIL, "content_filtered" -> StopReason.CONTENT_FILTER;
            case "model_context_window_exceeded" -> StopReason.CONTEXT_EXHAUSTED;
            default -> StopReason.OTHER;
        };
    }

    /** The error where the model produced something that Bedrock could not read, or null. */
    static LlmException failure(JsonNode json, ErrorReader errors) {
        String reason = json.path("stopReason").asText();
        return reason.startsWith("malformed_")
                ? errors.readInBand(
                        Json.object().put("type", reason).put("message", "The model's output is malformed."))
                : null;
    }

    static String write(StopReason reason) {
        return switch (reason) {
            case STOP, PAUSE, OTHER -> "end_turn";
            case STOP_SEQUENCE -> "stop_sequence";
            case MAX_TOKENS -> "max_tokens";
            case TOOL_CALLS -> "tool_use";
            case CONTENT_FILTER, REFUSAL -> "content_filtered";
            case CONTEXT_EXHAUSTED -> "model_context_window_exceeded";
        };
    }

    /** Bedrock's name for an error, as it stands in a stream. */
    static String exception(LlmException error) {
        return switch (error.errorClass()) {
            case RATE_LIMITED -> "throttlingException";
            case QUOTA_EXHAUSTED, INSUFFICIENT_FUNDS -> "serviceQuotaExceededException";
            case DEADLINE_EXCEEDED -> "modelTimeoutException";
            case PROVIDER_UNAVAILABLE, OVERLOADED -> "serviceUnavailableException";
            case FORBIDDEN -> "accessDeniedException";
            case NOT_FOUND -> "resourceNotFoundException";
            case OUTPUT_INVALID -> "modelErrorException";
            case AUTHENTICATION, CANCELLED -> "internalServerException";
            default -> "validationException";
        };
    }
}
