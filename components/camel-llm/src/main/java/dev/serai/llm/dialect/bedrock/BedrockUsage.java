/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Usage;
import dev.serai.llm.dialect.Json;

/** Usage between Bedrock's counts and disjoint classes. Input excludes the cache, output includes reasoning. */
final class BedrockUsage {
    private BedrockUsage() {}

    /** Null where it is no usage object. */
    static Usage read(JsonNode usage) {
        if (!usage.isObject()) {
            return null;
        }
        return new Usage(
                count(usage, "inputTokens"),
                count(usage, "cacheReadInputTokens"),
                count(usage, "cacheWriteInputTokens"),
                count(usage, "outputTokens"),
                0);
    }

    /** @param usage null where nothing is known: the field is required */
    static ObjectNode write(Usage usage) {
        Usage known = usage == null ? Usage.NONE : usage;
        return Json.object()
                .put("inputTokens", known.input())
                .put("outputTokens", known.completionTokens())
                .put("totalTokens", known.total())
                .put("cacheReadInputTokens", known.cacheRead())
                .put("cacheWriteInputTokens", known.cacheWrite());
    }

    private static long count(JsonNode usage, String field) {
        return Math.max(0, usage.path(field).asLong());
    }
}
