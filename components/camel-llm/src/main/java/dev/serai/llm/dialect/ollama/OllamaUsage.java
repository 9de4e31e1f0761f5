/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Usage;

/** Usage between Ollama's counts, which stand in the answer itself, and disjoint classes. Output includes thinking. */
final class OllamaUsage {
    private OllamaUsage() {}

    /** Null where nothing is counted. The prompt's count is missing where the prompt was cached. */
    static Usage read(JsonNode json) {
        if (!json.has("eval_count") && !json.has("prompt_eval_count")) {
            return null;
        }
        return new Usage(count(json, "prompt_eval_count"), 0, 0, count(json, "eval_count"), 0);
    }

    static void write(ObjectNode json, Usage usage) {
        if (usage != null) {
            json.put("prompt_eval_count", usage.promptTokens()).put("eval_count", usage.completionTokens());
        }
    }

    private static long count(JsonNode json, String field) {
        return Math.max(0, json.path(field).asLong());
    }
}
