/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/** Collects the text of a prompt, wherever its dialect keeps it. */
final class PromptText {
    private static final Set<String> NOT_TEXT = Set.of(
            "role",
            "type",
            "id",
            "tool_call_id",
            "tool_use_id",
            "call_id",
            "toolUseId",
            "tool_name",
            "status",
            "signature",
            "thoughtSignature",
            "encrypted_content");
    private static final Set<String> MEDIA = Set.of(
            "image_url",
            "input_audio",
            "file",
            "source",
            "images",
            "cache_control",
            "file_data",
            "inlineData",
            "fileData");

    private PromptText() {}

    /** All text under these nodes, without media and identifiers. */
    static String of(JsonNode... nodes) {
        StringBuilder text = new StringBuilder();
        for (JsonNode node : nodes) {
            collect(node, text);
        }
        return text.toString();
    }

    private static void collect(JsonNode node, StringBuilder text) {
        if (node.isTextual()) {
            text.append(node.textValue()).append('\n');
        } else if (node.isArray()) {
            node.forEach(item -> collect(item, text));
        } else {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                if (!NOT_TEXT.contains(field.getKey()) && !MEDIA.contains(field.getKey())) {
                    collect(field.getValue(), text);
                }
            }
        }
    }
}
