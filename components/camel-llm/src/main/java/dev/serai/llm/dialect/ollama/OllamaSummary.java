/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.PayloadScan;
import dev.serai.llm.dialect.RequestSummary;

/** Reads what the gateway must know of an Ollama request, which asks for a stream unless it says otherwise. */
final class OllamaSummary {
    private static final Set<String> ROLES = Set.of("system", "user", "assistant", "tool");
    private static final Set<String> PROMPT_FIELDS = Set.of("messages", "tools", "format");

    private OllamaSummary() {}

    static RequestSummary of(JsonNode payload) throws LlmException {
        FieldReader fields = new FieldReader(payload, "");
        String model = PayloadScan.model(fields);
        boolean stream = !Boolean.FALSE.equals(fields.bool("stream"));
        JsonNode messages = PayloadScan.messages(payload, ROLES);

        PayloadScan scan = new PayloadScan(payload, Map.of(), PROMPT_FIELDS);
        for (JsonNode message : messages) {
            scan.feature("tools", Json.present(message.get("tool_calls")))
                    .feature("parallel_tools", message.path("tool_calls").size() > 1)
                    .feature("vision", Json.present(message.get("images")));
        }
        JsonNode think = payload.path("think");
        scan.feature("tools", Json.present(payload.get("tools")))
                .feature("json_schema", payload.path("format").isObject())
                .feature("json_object", payload.path("format").asText().equals("json"))
                .feature("reasoning", think.asBoolean() || think.isTextual())
                .feature("logprobs", payload.path("logprobs").asBoolean());
        long predict = payload.at("/options/num_predict").asLong();
        Integer maxTokens = predict > 0 && predict <= Integer.MAX_VALUE ? (int) predict : null;
        return new RequestSummary(
                model, stream, true, maxTokens, Set.copyOf(scan.features()), scan.promptChars(), scan.depth());
    }
}
