/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;

/**
 * Takes out of a payload the reasoning that another dialect's provider signed, which the provider of this one would refuse:
 * a client sends it back with the conversation that it has had with both.
 */
public final class ForeignReasoning {
    private static final Set<String> TURNS = Set.of("messages", "input", "contents");
    /** Where a signature makes the whole block another provider's. */
    private static final Set<String> OF_BLOCK = Set.of("signature", "data", "encrypted_content", "redactedContent");

    private static final Set<String> OF_PART = Set.of("thoughtSignature", "thought_signature");

    private ForeignReasoning() {}

    /**
     * @param tree the payload
     * @return the payload itself where nothing has to go
     * @throws LlmException invalid_request where it is no JSON object
     */
    public static byte[] remove(byte[] payload, JsonNode tree) throws LlmException {
        if (!hasMark(payload)) {
            return payload;
        }
        JsonSplice splice = new JsonSplice(payload);
        for (String turns : TURNS) {
            if (tree.path(turns).isArray()) {
                JsonNode kept = without(tree.get(turns));
                if (!kept.equals(tree.get(turns))) {
                    splice.set(turns, kept);
                }
            }
        }
        return splice.toBytes();
    }

    private static boolean hasMark(byte[] payload) {
        int matched = 0;
        for (byte b : payload) {
            matched = b == Signatures.MARK.charAt(matched) ? matched + 1 : b == Signatures.MARK.charAt(0) ? 1 : 0;
            if (matched == Signatures.MARK.length()) {
                return true;
            }
        }
        return false;
    }

    private static JsonNode without(JsonNode node) {
        if (node.isArray()) {
            ArrayNode kept = Json.array();
            for (JsonNode item : node) {
                JsonNode rest = isForeign(item) ? Json.array() : without(item);
                if (rest.isEmpty() == item.isEmpty()) {
                    kept.add(rest);
                }
            }
            return kept;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode kept = Json.object();
        for (var field : node.properties()) {
            boolean signature = OF_PART.contains(field.getKey()) && isSignature(field.getValue());
            JsonNode rest = without(field.getValue());
            if (!signature && rest.isEmpty() == field.getValue().isEmpty()) {
                kept.set(field.getKey(), rest);
            } else if (field.getKey().equals("content") || field.getKey().equals("parts")) {
                // a turn that was nothing else
                return Json.object();
            }
        }
        return kept;
    }

    private static boolean isForeign(JsonNode block) {
        for (var field : block.properties()) {
            String name = field.getKey();
            JsonNode value = field.getValue();
            boolean thought = OF_PART.contains(name) && block.path("thought").asBoolean();
            if ((OF_BLOCK.contains(name) || thought) && isSignature(value)
                    || name.startsWith("reasoning") && value.isObject() && isForeign(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSignature(JsonNode value) {
        return value.isTextual() && Signatures.isForeign(value.textValue());
    }
}
