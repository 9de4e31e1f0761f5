/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.PayloadScan;
import dev.serai.llm.dialect.RequestSummary;

/** Reads what the gateway must know of a Converse request. */
final class BedrockSummary {
    private static final Set<String> ROLES = Set.of("user", "assistant");
    private static final Set<String> PROMPT_FIELDS = Set.of("messages", "system", "toolConfig", "outputConfig");
    private static final Map<String, String> FEATURE_OF_BLOCK = Map.of(
            "image", "vision",
            "video", "vision",
            "audio", "audio",
            "document", "files",
            "toolUse", "tools",
            "toolResult", "tools",
            "cachePoint", "prompt_cache");

    private BedrockSummary() {}

    static RequestSummary of(JsonNode payload) throws LlmException {
        FieldReader fields = new FieldReader(payload, "");
        String model = PayloadScan.model(fields);
        boolean stream = Boolean.TRUE.equals(fields.bool("stream"));
        FieldReader inference = fields.object("inferenceConfig");
        Integer maxTokens = inference == null ? null : inference.positiveInt("maxTokens");
        JsonNode messages = PayloadScan.messages(payload, ROLES);

        PayloadScan scan = new PayloadScan(payload, Map.of("json_schema", "json_schema"), PROMPT_FIELDS);
        messages.forEach(message -> addBlocks(scan, message.path("content")));
        addBlocks(scan, payload.path("system"));
        for (JsonNode tool : payload.at("/toolConfig/tools")) {
            scan.feature("tools", tool.has("toolSpec"))
                    .feature("server_tools", tool.has("systemTool"))
                    .feature("prompt_cache", tool.has("cachePoint"));
        }
        JsonNode extra = payload.path("additionalModelRequestFields");
        scan.feature("reasoning", payload.path("outputConfig").hasNonNull("effort"))
                .feature("reasoning", isOn(extra.path("thinking")) || isOn(extra.path("reasoning_config")))
                .feature("reasoning", isOn(extra.path("reasoningConfig")));
        return new RequestSummary(
                model, stream, true, maxTokens, Set.copyOf(scan.features()), scan.promptChars(), scan.depth());
    }

    private static void addBlocks(PayloadScan scan, JsonNode content) {
        int calls = 0;
        for (JsonNode block : content) {
            for (String key : Json.fields(block).keySet()) {
                String feature = FEATURE_OF_BLOCK.get(key);
                scan.feature(feature, feature != null);
                calls += key.equals("toolUse") ? 1 : 0;
            }
        }
        scan.feature("parallel_tools", calls > 1);
    }

    private static boolean isOn(JsonNode thinking) {
        return Json.present(thinking) && !thinking.path("type").asText().equals("disabled");
    }
}
