/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.PayloadScan;
import dev.serai.llm.dialect.RequestSummary;

/** Reads what the gateway must know of a Cohere Chat request. */
final class CohereSummary {
    private static final Set<String> ROLES = Set.of("system", "user", "assistant", "tool");
    private static final Set<String> PROMPT_FIELDS = Set.of("messages", "tools", "documents", "response_format");

    private CohereSummary() {}

    static RequestSummary of(JsonNode payload) throws LlmException {
        FieldReader fields = new FieldReader(payload, "");
        String model = PayloadScan.model(fields);
        boolean stream = Boolean.TRUE.equals(fields.bool("stream"));
        Integer maxTokens = fields.positiveInt("max_tokens");
        JsonNode messages = PayloadScan.messages(payload, ROLES);

        PayloadScan scan = new PayloadScan(payload, Map.of("image_url", "vision"), PROMPT_FIELDS);
        for (JsonNode message : messages) {
            scan.feature("tools", Json.present(message.get("tool_calls")))
                    .feature("parallel_tools", message.path("tool_calls").size() > 1);
        }
        JsonNode format = payload.path("response_format");
        boolean json = format.path("type").asText().equals("json_object");
        boolean schema = Json.present(format.get("json_schema")) || Json.present(format.get("schema"));
        scan.feature("tools", Json.present(payload.get("tools")))
                .feature("json_schema", json && schema)
                .feature("json_object", json && !schema)
                .feature("citations", Json.present(payload.get("documents")))
                .feature("reasoning", payload.at("/thinking/type").asText().equals("enabled"))
                .feature("logprobs", payload.path("logprobs").asBoolean());
        return new RequestSummary(
                model, stream, true, maxTokens, Set.copyOf(scan.features()), scan.promptChars(), scan.depth());
    }
}
