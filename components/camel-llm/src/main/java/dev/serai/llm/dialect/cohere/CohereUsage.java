/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Usage;
import dev.serai.llm.dialect.Json;

/**
 * Usage between Cohere's counts and disjoint classes. Cohere counts twice: what it bills, and what the model saw, which
 * includes prompts of its own. The ledger needs the former. Cached tokens are among the latter and cost the same.
 */
final class CohereUsage {
    private CohereUsage() {}

    /** Null where nothing is reported. */
    static Usage read(JsonNode usage) {
        JsonNode seen = usage.path("tokens");
        JsonNode counts = usage.path("billed_units").isObject() ? usage.path("billed_units") : seen;
        if (!counts.isObject()) {
            return null;
        }
        long output = count(counts, "output_tokens");
        long reasoning = Math.min(output, count(seen, "reasoning_tokens"));
        return new Usage(count(counts, "input_tokens"), 0, 0, output - reasoning, reasoning);
    }

    static ObjectNode write(Usage usage) {
        ObjectNode json = Json.object();
        for (String kind : new String[] {"billed_units", "tokens"}) {
            json.putObject(kind)
                    .put("input_tokens", usage.promptTokens())
                    .put("output_tokens", usage.completionTokens());
        }
        if (usage.reasoning() > 0) {
            json.withObjectProperty("tokens").put("reasoning_tokens", usage.reasoning());
        }
        if (usage.cacheRead() > 0) {
            json.put("cached_tokens", usage.cacheRead());
        }
        return json;
    }

    private static long count(JsonNode usage, String field) {
        return Math.max(0, usage.path(field).asLong());
    }
}
