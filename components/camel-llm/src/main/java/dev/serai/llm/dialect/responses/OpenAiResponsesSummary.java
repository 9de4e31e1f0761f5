/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.PayloadScan;
import dev.serai.llm.dialect.RequestSummary;

/** Reads what the gateway must know of a Responses request. */
final class OpenAiResponsesSummary {
    private static final Set<String> PROMPT_FIELDS = Set.of("input", "instructions", "tools", "text");
    private static final Map<String, String> FEATURE_OF_TYPE = Map.of(
            "input_image", "vision",
            "input_file", "files",
            "input_audio", "audio",
            "json_schema", "json_schema",
            "json_object", "json_object");

    private OpenAiResponsesSummary() {}

    static RequestSummary of(JsonNode payload) throws LlmException {
        FieldReader fields = new FieldReader(payload, "");
        String model = PayloadScan.model(fields);
        boolean stream = Boolean.TRUE.equals(fields.bool("stream"));
        Integer maxTokens = fields.positiveInt("max_output_tokens");
        OpenAiResponsesInput.check(fields);

        PayloadScan scan = new PayloadScan(payload, FEATURE_OF_TYPE, PROMPT_FIELDS);
        addFeatures(scan, payload);
        return new RequestSummary(
                model, stream, true, maxTokens, Set.copyOf(scan.features()), scan.promptChars(), scan.depth());
    }

    private static void addFeatures(PayloadScan scan, JsonNode payload) {
        boolean callBefore = false;
        for (JsonNode item : payload.path("input")) {
            boolean call = "function_call".equals(Json.text(item, "type"));
            scan.feature("tools", call).feature("parallel_tools", call && callBefore);
            callBefore = call;
        }
        for (JsonNode tool : payload.path("tools")) {
            String type = tool.path("type").asText("function");
            scan.feature(type.equals("function") || type.equals("custom") ? "tools" : "server_tools", true);
        }
        for (JsonNode wanted : payload.path("include")) {
            scan.feature("logprobs", wanted.asText().equals("message.output_text.logprobs"));
        }
        JsonNode reasoning = payload.path("reasoning");
        scan.feature("reasoning", Json.present(reasoning) && !"none".equals(Json.text(reasoning, "effort")))
                .feature("logprobs", payload.path("top_logprobs").asInt() > 0);
    }
}
