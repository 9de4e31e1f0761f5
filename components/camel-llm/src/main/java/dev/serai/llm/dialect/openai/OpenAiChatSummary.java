/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.PayloadScan;
import dev.serai.llm.dialect.RequestSummary;

/** Reads what the gateway must know of a Chat Completions request. */
final class OpenAiChatSummary {
    private static final Set<String> ROLES = Set.of("developer", "system", "user", "assistant", "tool", "function");
    private static final Set<String> PROMPT_FIELDS = Set.of("messages", "tools", "functions", "response_format");
    private static final Map<String, String> FEATURE_OF_TYPE = Map.of(
            "image_url", "vision",
            "file", "files",
            "input_audio", "audio",
            "json_schema", "json_schema",
            "json_object", "json_object");

    private OpenAiChatSummary() {}

    static RequestSummary of(JsonNode payload) throws LlmException {
        FieldReader fields = new FieldReader(payload, "");
        String model = PayloadScan.model(fields);
        boolean stream = Boolean.TRUE.equals(fields.bool("stream"));
        FieldReader options = fields.object("stream_options");
        boolean includeUsage = options != null && Boolean.TRUE.equals(options.bool("include_usage"));
        Integer maxTokens = fields.positiveInt("max_completion_tokens");
        Integer legacyMaxTokens = fields.positiveInt("max_tokens");
        JsonNode messages = PayloadScan.messages(payload, ROLES);

        PayloadScan scan = new PayloadScan(payload, FEATURE_OF_TYPE, PROMPT_FIELDS);
        addFeatures(scan, payload, messages);
        return new RequestSummary(
                model,
                stream,
                includeUsage,
                maxTokens == null ? legacyMaxTokens : maxTokens,
                Set.copyOf(scan.features()),
                scan.promptChars(),
                scan.depth());
    }

    private static void addFeatures(PayloadScan scan, JsonNode payload, JsonNode messages) {
        for (JsonNode message : messages) {
            scan.feature("parallel_tools", message.path("tool_calls").size() > 1);
            scan.feature("tools", Json.present(message.get("tool_calls")));
        }
        for (JsonNode tool : payload.path("tools")) {
            String type = tool.path("type").asText("function");
            scan.feature(type.equals("function") || type.equals("custom") ? "tools" : "server_tools", true);
        }
        String effort = Json.text(payload, "reasoning_effort");
        scan.feature("tools", Json.present(payload.get("functions")))
                .feature("server_tools", payload.has("web_search_options"))
                .feature("audio", Json.present(payload.get("audio")))
                .feature("reasoning", effort != null && !effort.equals("none"))
                .feature("reasoning", Json.present(payload.get("reasoning")))
                .feature("logprobs", payload.path("logprobs").asBoolean())
                .feature("n_choices", payload.path("n").asInt() > 1)
                .feature("prediction", Json.present(payload.get("prediction")));
    }
}
