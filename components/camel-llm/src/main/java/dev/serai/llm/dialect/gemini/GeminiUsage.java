/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Usage;
import dev.serai.llm.dialect.Json;

/**
 * Usage between Gemini's counts and disjoint classes. The prompt includes what was cached, but not what tools of the
 * provider added; candidates exclude thoughts. Zeros are left out.
 */
final class GeminiUsage {
    private GeminiUsage() {}

    /** Null where no tokens are reported. */
    static Usage read(JsonNode usage) {
        long prompt = count(usage, "promptTokenCount");
        long cached = Math.min(prompt, count(usage, "cachedContentTokenCount"));
        Usage read = new Usage(
                prompt - cached + count(usage, "toolUsePromptTokenCount"),
                cached,
                0,
                count(usage, "candidatesTokenCount"),
                count(usage, "thoughtsTokenCount"));
        return read.total() == 0 && !usage.has("promptTokenCount") ? null : read;
    }

    static ObjectNode write(Usage usage) {
        ObjectNode json = Json.object().put("promptTokenCount", usage.promptTokens());
        if (usage.cacheRead() > 0) {
            json.put("cachedContentTokenCount", usage.cacheRead());
        }
        json.put("candidatesTokenCount", usage.output());
        if (usage.reasoning() > 0) {
            json.put("thoughtsTokenCount", usage.reasoning());
        }
        return json.put("totalTokenCount", usage.total());
    }

    private static long count(JsonNode usage, String field) {
        return Math.max(0, usage.path(field).asLong());
    }
}
