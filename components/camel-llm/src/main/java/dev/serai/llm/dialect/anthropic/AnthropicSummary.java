/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.PayloadScan;
import dev.serai.llm.dialect.RequestSummary;

/** Reads what the gateway must know of a Messages request. */
final class AnthropicSummary {
    private static final Set<String> ROLES = Set.of("user", "assistant");
    private static final Set<String> PROMPT_FIELDS =
            Set.of("messages", "system", "tools", "output_config", "output_format");
    private static final Map<String, String> FEATURE_OF_TYPE = Map.of(
            "image", "vision",
            "document", "files",
            "json_schema", "json_schema",
            "server_tool_use", "server_tools",
            "mcp_tool_use", "server_tools",
            "container_upload", "server_tools");

    private AnthropicSummary() {}

    static RequestSummary of(JsonNode payload) throws LlmException {
        FieldReader fields = new FieldReader(payload, "");
        String model = PayloadScan.model(fields);
        boolean stream = Boolean.TRUE.equals(fields.bool("stream"));
        Integer maxTokens = fields.positiveInt("max_tokens");
        if (maxTokens == null) {
            throw fields.invalid("max_tokens", "max_tokens is required: set how many tokens the answer may have");
        }
        JsonNode messages = PayloadScan.messages(payload, ROLES);

        PayloadScan scan = new PayloadScan(payload, FEATURE_OF_TYPE, PROMPT_FIELDS);
        addFeatures(scan, payload, messages);
        return new RequestSummary(
                model, stream, true, maxTokens, Set.copyOf(scan.features()), scan.promptChars(), scan.depth());
    }

    private static void addFeatures(PayloadScan scan, JsonNode payload, JsonNode messages) {
        for (JsonNode message : messages) {
            int calls = 0;
            for (JsonNode block : message.path("content")) {
                calls += "tool_use".equals(Json.text(block, "type")) ? 1 : 0;
            }
            scan.feature("tools", calls > 0).feature("parallel_tools", calls > 1);
        }
        for (JsonNode tool : payload.path("tools")) {
            scan.feature(AnthropicTools.isFunction(tool) ? "tools" : "server_tools", true);
        }
        String thinking = payload.path("thinking").path("type").asText();
        scan.feature("reasoning", thinking.equals("enabled") || thinking.equals("adaptive"))
                .feature("reasoning", payload.path("output_config").hasNonNull("effort"))
                .feature("prompt_cache", Json.present(payload.get("cache_control")))
                .feature("server_tools", Json.present(payload.get("mcp_servers")))
                .feature("server_tools", payload.hasNonNull("container"));
    }
}
