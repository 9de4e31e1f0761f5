/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.ServiceRequest;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;

/** What Chat Completions and Responses ask of the service, in the same words. Stateless. */
public final class OpenAiShared {
    public static final String METADATA = "metadata";
    private static final String SAFETY_IDENTIFIER = "safety_identifier";
    private static final List<String> FIELDS =
            List.of(METADATA, "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention");

    private OpenAiShared() {}

    /** Takes the fields out of a request. {@code safety_identifier} has replaced {@code user}; both can be there. */
    public static ServiceRequest read(FieldReader payload) throws LlmException {
        payload.ignoreIf("service_tier", value -> value.asText().equals("auto"));
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        String user = payload.string("user");
        String safetyIdentifier = payload.string(SAFETY_IDENTIFIER);
        if (user != null && safetyIdentifier != null && !user.equals(safetyIdentifier)) {
            fields.put(SAFETY_IDENTIFIER, TextNode.valueOf(safetyIdentifier));
        }
        for (String field : FIELDS) {
            JsonNode value = payload.take(field);
            if (Json.present(value)) {
                fields.put(field, value);
            }
        }
        return new ServiceRequest(user == null ? safetyIdentifier : user, payload.string("service_tier"), fields);
    }

    public static void write(ServiceRequest service, ObjectNode request) {
        if (service.endUser() != null) {
            request.put("user", service.endUser());
        }
        if (service.tier() != null) {
            request.put("service_tier", service.tier());
        }
        request.setAll(service.openAiFields());
    }
}
