/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Usage;
import dev.serai.llm.dialect.Json;

/** Usage between Anthropic's counts and disjoint classes. Input excludes the cache, output includes thinking. */
final class AnthropicUsage {
    private AnthropicUsage() {}

    /** Null where it is no usage object. */
    static Usage read(JsonNode usage) {
        if (!usage.isObject()) {
            return null;
        }
        long output = count(usage, "output_tokens");
        long thinking = Math.min(output, count(usage.path("output_tokens_details"), "thinking_tokens"));
        return new Usage(
                count(usage, "input_tokens"),
                count(usage, "cache_read_input_tokens"),
                count(usage, "cache_creation_input_tokens"),
                output - thinking,
                thinking);
    }

    /** @param usage null where nothing is known: the field is required */
    static ObjectNode write(Usage usage) {
        Usage known = usage == null ? Usage.NONE : usage;
        ObjectNode json = Json.object()
                .put("input_tokens", known.input())
                .put("cache_creation_input_tokens", known.cacheWrite())
                .put("cache_read_input_tokens", known.cacheRead())
                .put("output_tokens", known.completionTokens());
        if (known.reasoning() > 0) {
            json.putObject("output_tokens_details").put("thinking_tokens", known.reasoning());
        }
        return json;
    }

    private static long count(JsonNode usage, String field) {
        return Math.max(0, usage.path(field).asLong());
    }
}
