/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.dialect.Json;

/** Why a response ended. The dialect has no finish reason: the status and what came decide. */
final class OpenAiResponsesStops {
    /** Items that the client has to answer. */
    private static final Set<String> CALLS = Set.of("function_call", "custom_tool_call", "computer_call");

    private static final String FILTERED = "content_filter";

    private OpenAiResponsesStops() {}

    /** @param refused whether a refusal came */
    static StopReason read(JsonNode response, boolean refused) {
        String status = Json.text(response, "status");
        return switch (status == null ? "" : status) {
            case "completed" -> {
                if (refused) {
                    yield StopReason.REFUSAL;
                }
                yield calls(response) ? StopReason.TOOL_CALLS : StopReason.STOP;
            }
            case "incomplete" -> {
                String reason = response.at("/incomplete_details/reason").asText();
                yield switch (reason) {
                    case "max_output_tokens" -> StopReason.MAX_TOKENS;
                    case FILTERED -> StopReason.CONTENT_FILTER;
                    default -> StopReason.OTHER;
                };
            }
            // queued, in_progress, cancelled: a run in the background
            default -> StopReason.OTHER;
        };
    }

    private static boolean calls(JsonNode response) {
        for (JsonNode item : response.path("output")) {
            if (CALLS.contains(item.path("type").asText())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the answer is not whole: the event that ends its stream says so too. */
    static boolean isIncomplete(StopReason reason, boolean refusalText) {
        return switch (reason) {
            case MAX_TOKENS, CONTEXT_EXHAUSTED, CONTENT_FILTER -> true;
            case REFUSAL -> !refusalText;
            case STOP, STOP_SEQUENCE, TOOL_CALLS, PAUSE, OTHER -> false;
        };
    }

    static void write(ObjectNode response, StopReason reason, boolean refusalText) {
        if (!isIncomplete(reason, refusalText)) {
            response.put("status", "completed");
            return;
        }
        boolean filtered = reason == StopReason.CONTENT_FILTER || reason == StopReason.REFUSAL;
        response.put("status", "incomplete");
        response.putObject("incomplete_details").put("reason", filtered ? FILTERED : "max_output_tokens");
    }
}
