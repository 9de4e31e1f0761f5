/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads a Chat Completions answer, whole or streamed: a message and a delta have the same fields. */
final class OpenAiOracle {
    private static final Set<String> NATIVE =
            Set.of("annotations", "audio", "function_call", "executed_tools", "images", "reasoning_details");

    private final ExpectedAnswer.Draft draft = new ExpectedAnswer.Draft();

    ExpectedAnswer read(List<JsonNode> events) {
        for (JsonNode event : events) {
            draft.error |= event.hasNonNull("error");
            for (JsonNode choice : event.path("choices")) {
                if (choice.path("index").asInt(0) > 0) {
                    draft.portable = false;
                } else {
                    choice(choice);
                }
            }
            usage(event.path("usage"));
            usage(event.path("x_groq").path("usage"));
        }
        if (draft.stopReason == StopReason.STOP && !draft.names.isEmpty()) {
            draft.stopReason = StopReason.TOOL_CALLS;
        }
        return draft.answer();
    }

    private void choice(JsonNode choice) {
        draft.error |= choice.hasNonNull("error");
        draft.portable &= !choice.hasNonNull("logprobs");
        JsonNode message = choice.has("delta") ? choice.path("delta") : choice.path("message");
        draft.text.append(text(message.path("content")));
        draft.refused |= message.hasNonNull("refusal");
        NATIVE.forEach(field -> draft.portable &=
                !message.hasNonNull(field) || message.path(field).isEmpty());
        int position = 0;
        for (JsonNode call : message.path("tool_calls")) {
            int index = call.path("index").asInt(position++);
            draft.portable &= !call.has("custom");
            draft.call(index, call.at("/function/name").asText(null), text(call.at("/function/arguments")));
        }
        if (choice.hasNonNull("finish_reason")) {
            draft.stopReason = stopReason(choice.path("finish_reason").asText());
            draft.refused |= draft.stopReason == StopReason.CONTENT_FILTER;
        }
    }

    private static String text(JsonNode node) {
        return node.isTextual() ? node.textValue() : "";
    }

    private static StopReason stopReason(String reason) {
        return switch (reason) {
            case "stop", "eos" -> StopReason.STOP;
            case "length" -> StopReason.MAX_TOKENS;
            case "tool_calls", "function_call" -> StopReason.TOOL_CALLS;
            case "content_filter" -> StopReason.CONTENT_FILTER;
            default -> StopReason.OTHER;
        };
    }

    /** The last figures count, wherever they stand. */
    private void usage(JsonNode usage) {
        if (!usage.isObject()) {
            return;
        }
        long prompt = usage.path("prompt_tokens").asLong();
        long completion = usage.path("completion_tokens").asLong();
        long cached = usage.at("/prompt_tokens_details/cached_tokens")
                .asLong(usage.path("prompt_cache_hit_tokens")
                        .asLong(usage.path("cached_tokens").asLong()));
        long written = usage.at("/prompt_tokens_details/cache_write_tokens").asLong();
        long reasoning = usage.at("/completion_tokens_details/reasoning_tokens").asLong();
        // xAI counts reasoning beside the completion, everyone else inside it
        boolean beside = reasoning > 0 && usage.path("total_tokens").asLong() == prompt + completion + reasoning;
        long output = beside ? completion : Math.max(0, completion - reasoning);
        draft.usage = new Usage(prompt - cached - written, cached, written, output, reasoning);
    }
}
