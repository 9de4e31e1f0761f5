/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.dialect.Json;

/** Gemini's finish and block reasons. */
final class GeminiStops {
    private GeminiStops() {}

    /**
     * Why a candidate ended; a tool call ends with STOP, so what came decides.
     *
     * @param reason may be null
     */
    static StopReason read(String reason, boolean toolCalls) {
        if (isBlocked(reason)) {
            return StopReason.CONTENT_FILTER;
        }
        return switch (reason == null ? "" : reason) {
            case "STOP" -> toolCalls ? StopReason.TOOL_CALLS : StopReason.STOP;
            case "MAX_TOKENS" -> StopReason.MAX_TOKENS;
            default -> StopReason.OTHER;
        };
    }

    /** The class that fits an answer with this finish reason, or null. */
    static ErrorClass advice(String reason) {
        if (isBlocked(reason)) {
            return ErrorClass.POLICY_REJECTION;
        }
        return switch (reason == null ? "" : reason) {
            case "MALFORMED_FUNCTION_CALL",
                    "UNEXPECTED_TOOL_CALL",
                    "TOO_MANY_TOOL_CALLS",
                    "MISSING_THOUGHT_SIGNATURE",
                    "NO_IMAGE" -> ErrorClass.OUTPUT_INVALID;
            default -> null;
        };
    }

    private static boolean isBlocked(String reason) {
        return switch (reason == null ? "" : reason) {
            case "SAFETY",
                    "RECITATION",
                    "LANGUAGE",
                    "BLOCKLIST",
                    "PROHIBITED_CONTENT",
                    "SPII",
                    "MODEL_ARMOR",
                    "IMAGE_SAFETY",
                    "IMAGE_PROHIBITED_CONTENT",
                    "IMAGE_RECITATION" -> true;
            default -> false;
        };
    }

    /** What the provider says about a blocked candidate, or null. */
    static String refusal(JsonNode candidate) {
        return isBlocked(Json.text(candidate, "finishReason")) ? Json.nonEmpty(candidate, "finishMessage") : null;
    }

    /** The error in a 200 answer that has no candidates because its prompt was blocked, or null. */
    static LlmException blockedPrompt(JsonNode body) {
        String reason = Json.nonEmpty(body.path("promptFeedback"), "blockReason");
        if (reason == null || Json.present(body.get("candidates"))) {
            return null;
        }
        String message = Json.nonEmpty(body.path("promptFeedback"), "blockReasonMessage");
        return LlmException.of(ErrorClass.POLICY_REJECTION)
                .code(reason)
                .detail("the prompt was blocked")
                .reason(message == null ? "The provider blocked the prompt (" + reason + ")." : message)
                .build();
    }

    /** The error where a candidate gave up for no reason and without a word, or null. */
    static LlmException gaveUp(String reason, boolean saidSomething) {
        if (saidSomething || !"OTHER".equals(reason)) {
            return null;
        }
        return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                .code(reason)
                .detail("the answer ended with OTHER and without content")
                .reason("The model gave no answer.")
                .build();
    }

    static String write(StopReason reason) {
        return switch (reason) {
            case STOP, STOP_SEQUENCE, TOOL_CALLS, PAUSE -> "STOP";
            case MAX_TOKENS, CONTEXT_EXHAUSTED -> "MAX_TOKENS";
            case CONTENT_FILTER, REFUSAL -> "SAFETY";
            case OTHER -> "OTHER";
        };
    }
}
