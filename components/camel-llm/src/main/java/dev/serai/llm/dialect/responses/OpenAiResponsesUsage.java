/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Usage;
import dev.serai.llm.dialect.Json;

/** Usage between the dialect's nested counts and disjoint classes: input includes the cache, output the reasoning. */
final class OpenAiResponsesUsage {
    private OpenAiResponsesUsage() {}

    /** Null where it is no usage object, as in a response that has not ended. */
    static Usage read(JsonNode usage) {
        if (!usage.isObject()) {
            return null;
        }
        long input = count(usage, "input_tokens");
        JsonNode details = usage.path("input_tokens_details");
        long cached = Math.min(input, count(details, "cached_tokens"));
        long written = Math.min(input - cached, count(details, "cache_write_tokens"));
        long output = count(usage, "output_tokens");
        long reasoning = Math.min(output, count(usage.path("output_tokens_details"), "reasoning_tokens"));
        return new Usage(input - cached - written, cached, written, output - reasoning, reasoning);
    }

    static ObjectNode write(Usage usage) {
        ObjectNode json = Json.object();
        json.put("input_tokens", usage.promptTokens());
        ObjectNode input = json.putObject("input_tokens_details").put("cached_tokens", usage.cacheRead());
        if (usage.cacheWrite() > 0) {
            input.put("cache_write_tokens", usage.cacheWrite());
        }
        json.put("output_tokens", usage.completionTokens());
        json.putObject("output_tokens_details").put("reasoning_tokens", usage.reasoning());
        return json.put("total_tokens", usage.total());
    }

    private static long count(JsonNode usage, String field) {
        return Math.max(0, usage.path(field).asLong());
    }
}
