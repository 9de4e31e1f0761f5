/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.compatible;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.provider.ChatMessages;

/** A Chat Completions request as a vendor takes it. What needs no change stays as it is, byte for byte. One request, one thread. */
final class VendorRequest {
    private static final String TIER = "service_tier";

    private final VendorFields fields;
    private final Losses losses;

    VendorRequest(VendorFields fields, Losses losses) {
        this.fields = fields;
        this.losses = losses;
    }

    byte[] adapt(byte[] payload) throws LlmException {
        if (fields.equals(VendorFields.ALL)) {
            return payload;
        }
        JsonSplice splice = new JsonSplice(payload);
        for (Map.Entry<String, String> rename : fields.renamed(false).entrySet()) {
            splice.rename(rename.getKey(), rename.getValue());
        }
        for (String field : fields.refused(false)) {
            refuse(splice, field);
        }
        tier(splice);
        ChatMessages.adapt(splice, this::message);
        return splice.toBytes();
    }

    private void refuse(JsonSplice splice, String field) throws LlmException {
        if (field.equals(VendorFields.SCHEMA)) {
            schema(splice);
            return;
        }
        JsonNode value = splice.get(field);
        boolean harmless = field.equals(VendorFields.CHOICES) && value != null && value.asInt() == 1;
        boolean off = value != null && value.isBoolean() && !value.asBoolean();
        if (value != null && !harmless) {
            if (!off) {
                losses.drop(field);
            }
            splice.remove(field);
        }
    }

    private void tier(JsonSplice splice) throws LlmException {
        JsonNode tier = splice.get(TIER);
        if (tier == null || fields.tiers().isEmpty()) {
            return;
        }
        String own = fields.tiers().get(tier.asText());
        if (own == null) {
            losses.drop(TIER, losses.target() + " has no tier that is " + tier.asText());
            splice.remove(TIER);
        } else if (!own.equals(tier.asText())) {
            splice.set(TIER, TextNode.valueOf(own));
        }
    }

    /** Who may lose the schema gets JSON. */
    private void schema(JsonSplice splice) throws LlmException {
        JsonNode format = splice.get("response_format");
        if (format != null && "json_schema".equals(Json.text(format, "type"))) {
            losses.drop(VendorFields.SCHEMA);
            splice.set("response_format", Json.object().put("type", "json_object"));
        }
    }

    private void message(ObjectNode message) throws LlmException {
        String role = fields.roles().get(message.path("role").asText());
        if (role != null) {
            message.put("role", role);
        }
        for (Map.Entry<String, String> rename : fields.renamed(true).entrySet()) {
            JsonNode value = message.remove(rename.getKey());
            if (Json.present(value) && !message.has(rename.getValue())) {
                message.set(rename.getValue(), value);
            }
        }
        for (String field : fields.refused(true)) {
            if (Json.present(message.remove(field))) {
                losses.drop(field);
            }
        }
    }
}
