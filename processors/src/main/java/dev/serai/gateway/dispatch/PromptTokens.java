/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/**
 * An estimate of a prompt's tokens by a public tokenizer, for models whose own counts otherwise: a few percent off for
 * English, more for other languages. The table is loaded with the first estimate. Thread-safe.
 */
final class PromptTokens {
    /** What a provider lays around each message and tool. */
    private static final int FRAME = 4;
    /** Images and files are counted by no text: this is about a small picture. */
    private static final int MEDIUM = 1000;

    private static final Set<String> FRAMED = Set.of("messages", "tools");
    private static final Set<String> NO_TEXT =
            Set.of("role", "type", "id", "tool_use_id", "cache_control", "signature");

    private PromptTokens() {}

    /**
     * Of a request in Anthropic's dialect.
     *
     * @throws LlmException invalid_request where it is no JSON
     */
    static long estimate(byte[] payload) throws LlmException {
        JsonNode request = Json.parseRequest(payload);
        long tokens = of(request.path("system"));
        for (String list : FRAMED) {
            for (JsonNode item : request.path(list)) {
                tokens += FRAME + of(item);
            }
        }
        return tokens;
    }

    private static long of(JsonNode node) {
        if (node.isTextual()) {
            return Tokenizer.count(node.textValue());
        }
        if (node.path("source").has("data") || node.path("source").has("url")) {
            return MEDIUM;
        }
        if (node.has("input_schema")) {
            return Tokenizer.count(node.toString());
        }
        long tokens = 0;
        for (var field : node.properties()) {
            tokens += NO_TEXT.contains(field.getKey()) ? 0 : of(field.getValue());
        }
        if (node.isArray()) {
            for (JsonNode item : node) {
                tokens += of(item);
            }
        }
        return tokens;
    }
}
