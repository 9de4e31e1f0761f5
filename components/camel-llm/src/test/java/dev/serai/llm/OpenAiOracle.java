/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads a Chat Completions answer, whole or streamed: a message and a delta have the same fields. */
final class OpenAiOracle {
    private final ExpectedAnswer.Draft draft = new ExpectedAnswer.Draft();

    ExpectedAnswer read(List<JsonNode> events, boolean streamed) {
        for (JsonNode event : events) {
            draft.error |= event.hasNonNull("error");
            for (JsonNode choice : event.path("choices")) {
                if (choice.path("index").asInt(0) == 0) {
                    choice(choice, choice.path(streamed ? "delta" : "message"));
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

    private void choice(JsonNode choice, JsonNode message) {
        draft.error |= choice.hasNonNull("error");
        draft.text.append(text(message.path("content")));
        draft.refused |= message.hasNonNull("refusal");
        int position = 0;
        for (JsonNode call : message.path("tool_calls")) {
            int index = call.path("index").asInt(position++);
            if (call.has("function")) {
                draft.call(index, call.at("/function/name").asText(null), text(call.at("/function/arguments")));
            }
        }
        if (choice.hasNonNull("finish_reason")) {
            draft.stopReason = stopReason(choice.path("finish_reason").asText());
            draft.refused |= draft.stopReason == StopReason.CONTENT_FILTER;
        }
    }

    /** A string, or with Mistral an array of parts. */
    private static String text(JsonNode node) {
        StringBuilder text = new StringBuilder(node.isTextual() ? node.textValue() : "");
        if (node.isArray()) {
            node.forEach(part -> text.append(part.path("text").asText("")));
        }
        return text.toString();
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
        // Grok on Azure reports more of them than prompt tokens; the total says that they are not on top
        cached = Math.min(cached, prompt);
        long written = usage.at("/prompt_tokens_details/cache_write_tokens").asLong();
        long reasoning = usage.at("/completion_tokens_details/reasoning_tokens").asLong();
        // at xAI and Gemini reasoning comes on top of the completion; Gemini has no word for it but the total
        long onTop = usage.path("total_tokens").asLong() - prompt - completion;
        if (onTop > 0 && (reasoning == 0 || reasoning == onTop)) {
            draft.usage = new Usage(prompt - cached - written, cached, written, completion, onTop);
        } else {
            draft.usage = new Usage(
                    prompt - cached - written, cached, written, Math.max(0, completion - reasoning), reasoning);
        }
    }
}
