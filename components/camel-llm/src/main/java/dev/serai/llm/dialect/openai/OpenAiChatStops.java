/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.ErrorReader;

/** The finish reasons of OpenAI and of those who speak its dialect. */
final class OpenAiChatStops {
    private static final String INTERRUPTED = "insufficient_system_resource";

    private OpenAiChatStops() {}

    /**
     * Why a choice ended. A forced tool call ends with "stop", and so does a refusal: what came decides.
     *
     * @param toolCalls whether the choice has tool calls
     * @param refusal   whether it has a refusal
     */
    static StopReason read(JsonNode choice, boolean toolCalls, boolean refusal) {
        String reason = Json.text(choice, "finish_reason");
        return switch (reason == null ? "" : reason) {
            case "length" -> StopReason.MAX_TOKENS;
            case "model_length" -> StopReason.CONTEXT_EXHAUSTED;
            case "content_filter" -> StopReason.CONTENT_FILTER;
            case "tool_calls", "function_call" -> StopReason.TOOL_CALLS;
            case "stop", "eos" -> {
                if (refusal) {
                    yield StopReason.REFUSAL;
                }
                if (toolCalls) {
                    yield StopReason.TOOL_CALLS;
                }
                yield stopSequence(choice) == null ? StopReason.STOP : StopReason.STOP_SEQUENCE;
            }
            default -> StopReason.OTHER;
        };
    }

    /** vLLM says which sequence matched. */
    static String stopSequence(JsonNode choice) {
        return Json.nonEmpty(choice, "stop_reason");
    }

    /**
     * The error that stands where a finish reason should: DeepSeek's interrupted run, OpenRouter's error in a choice.
     * Null where there is none.
     */
    static LlmException failure(JsonNode choice, JsonNode payload, ErrorReader errors) {
        if (!isFailure(choice)) {
            return null;
        }
        String reason = Json.text(choice, "finish_reason");
        if (INTERRUPTED.equals(reason)) {
            return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                    .code(reason)
                    .detail("the provider interrupted the run")
                    .build();
        }
        return errors.readInBand(payload);
    }

    static boolean isFailure(JsonNode choice) {
        String reason = Json.text(choice, "finish_reason");
        return INTERRUPTED.equals(reason) || "error".equals(reason) || Json.present(choice.get("error"));
    }

    /** @param refusalText whether a refusal was written, which ends with "stop" */
    static String write(StopReason reason, boolean refusalText) {
        return switch (reason) {
            case STOP, STOP_SEQUENCE, PAUSE, OTHER -> "stop";
            case MAX_TOKENS, CONTEXT_EXHAUSTED -> "length";
            case TOOL_CALLS -> "tool_calls";
            case CONTENT_FILTER -> "content_filter";
            case REFUSAL -> refusalText ? "stop" : "content_filter";
        };
    }
}
