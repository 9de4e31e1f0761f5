/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Usage;
import dev.serai.llm.dialect.Json;

/**
 * Usage between OpenAI's nested counts and disjoint classes. Cached tokens are inside {@code prompt_tokens}. Reasoning
 * tokens are inside {@code completion_tokens}, but at xAI and Gemini they come on top: then the total says so.
 */
final class OpenAiChatUsage {
    private OpenAiChatUsage() {}

    /** The usage of an answer or a chunk: {@code usage}, else Groq's {@code x_groq.usage}; null where there is none. */
    static Usage of(JsonNode payload) {
        JsonNode usage = payload.path("usage");
        if (!usage.isObject()) {
            usage = payload.path("x_groq").path("usage");
        }
        return usage.isObject() ? read(usage) : null;
    }

    private static Usage read(JsonNode usage) {
        long prompt = count(usage.path("prompt_tokens"));
        JsonNode details = usage.path("prompt_tokens_details");
        long cached = Math.min(prompt, cached(usage, details));
        long written = Math.min(prompt - cached, count(details.path("cache_write_tokens")));

        long completion = count(usage.path("completion_tokens"));
        long reasoning = count(usage.path("completion_tokens_details").path("reasoning_tokens"));
        long onTop = count(usage.path("total_tokens")) - prompt - completion;
        if (onTop > 0 && onTop >= reasoning) {
            return new Usage(prompt - cached - written, cached, written, completion, onTop);
        }
        long inside = Math.min(completion, reasoning);
        return new Usage(prompt - cached - written, cached, written, completion - inside, inside);
    }

    /** OpenAI, DeepSeek, Mistral and Together each have a place for it. */
    private static long cached(JsonNode usage, JsonNode details) {
        if (details.path("cached_tokens").isNumber()) {
            return count(details.path("cached_tokens"));
        }
        JsonNode deepSeek = usage.path("prompt_cache_hit_tokens");
        JsonNode mistral = usage.path("num_cached_tokens");
        JsonNode other = mistral.isNumber() ? mistral : usage.path("cached_tokens");
        return count(deepSeek.isNumber() ? deepSeek : other);
    }

    private static long count(JsonNode value) {
        return Math.max(0, value.asLong());
    }

    static ObjectNode write(Usage usage) {
        ObjectNode json = Json.object();
        json.put("prompt_tokens", usage.promptTokens());
        json.put("completion_tokens", usage.completionTokens());
        json.put("total_tokens", usage.total());
        ObjectNode prompt = json.putObject("prompt_tokens_details").put("cached_tokens", usage.cacheRead());
        if (usage.cacheWrite() > 0) {
            prompt.put("cache_write_tokens", usage.cacheWrite());
        }
        json.putObject("completion_tokens_details").put("reasoning_tokens", usage.reasoning());
        return json;
    }
}
