/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.mistral;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.provider.ChatMessages;

/**
 * A Chat Completions request as Mistral takes it: other names for two fields, the ids of tool calls in its form, and
 * reasoning as a part of the content. It refuses fields that it does not know, so the usage that it reports anyway is not
 * asked for. What needs no change stays as it is, byte for byte. One request, one thread.
 */
final class MistralRequest {
    private static final Set<String> EFFORTS = Set.of("high", "none");

    private final Losses losses;
    private final MistralToolIds ids = new MistralToolIds();

    MistralRequest(Losses losses) {
        this.losses = losses;
    }

    byte[] adapt(byte[] payload) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        splice.remove("stream_options");
        splice.rename("max_completion_tokens", "max_tokens").rename("seed", "random_seed");
        dropIf(splice, "user", splice.get("user") != null);
        JsonNode effort = splice.get("reasoning_effort");
        dropIf(splice, "reasoning_effort", effort != null && !EFFORTS.contains(effort.asText()));
        ids.keepValid(splice.get("messages"));
        ChatMessages.adapt(splice, this::message);
        return splice.toBytes();
    }

    private void dropIf(JsonSplice splice, String field, boolean unknown) throws LlmException {
        if (unknown) {
            losses.drop(field);
            splice.remove(field);
        }
    }

    private void message(ObjectNode message) throws LlmException {
        if ("developer".equals(Json.text(message, "role"))) {
            message.put("role", "system");
        }
        String answered = Json.text(message, "tool_call_id");
        if (answered != null) {
            message.put("tool_call_id", ids.of(answered));
        }
        for (JsonNode call : message.path("tool_calls")) {
            if (call instanceof ObjectNode object && object.path("id").isTextual()) {
                object.put("id", ids.of(object.path("id").textValue()));
            }
        }
        reasoning(message);
    }

    /** Signatures and encrypted blocks belong to another provider. */
    private void reasoning(ObjectNode message) throws LlmException {
        if (Json.present(message.remove("reasoning_details"))) {
            losses.drop("reasoning_details");
        }
        String thought = Json.nonEmpty(message, "reasoning_content");
        message.remove("reasoning_content");
        if (thought == null) {
            return;
        }
        ArrayNode content = Json.array();
        content.addObject()
                .put("type", "thinking")
                .putArray("thinking")
                .addObject()
                .put("type", "text")
                .put("text", thought);
        JsonNode said = message.path("content");
        if (said.isArray()) {
            content.addAll((ArrayNode) said);
        } else if (said instanceof TextNode text && !text.textValue().isEmpty()) {
            content.addObject().put("type", "text").put("text", text.textValue());
        }
        message.set("content", content);
    }
}
