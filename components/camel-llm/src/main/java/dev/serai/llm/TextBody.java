/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.anthropic.AnthropicTokenCount;
import dev.serai.llm.embeddings.OpenAiEmbeddings;

/** A plain text as the body of a message: what is asked with it, and what of the answer is its answer in kind. */
final class TextBody {
    private TextBody() {}

    static LlmRequest request(Operation operation, String text, boolean stream) {
        return switch (operation) {
            case CHAT ->
                LlmRequest.of(Dialect.OPENAI_CHAT, Json.bytes(messages(text).put("stream", stream)), stream);
            case EMBEDDINGS, MODERATION ->
                LlmRequest.of(
                        operation, Dialect.OPENAI_CHAT, Json.bytes(Json.object().put("input", text)));
            case COUNT_TOKENS -> LlmRequest.of(operation, Dialect.ANTHROPIC_MESSAGES, Json.bytes(messages(text)));
        };
    }

    private static ObjectNode messages(String text) {
        ObjectNode payload = Json.object();
        payload.putArray("messages").addObject().put("role", "user").put("content", text);
        return payload;
    }

    /** The answer's text, the vector as float[], the judgement as JSON, or the count as a Long. */
    static Object answer(Operation operation, LlmResponse response) throws LlmException {
        JsonNode tree = Json.parseAnswer(response.body());
        return switch (operation) {
            case CHAT -> Codecs.of(response.dialect()).readAnswer(tree, null).text();
            case EMBEDDINGS -> new OpenAiEmbeddings().read(tree).vectors().get(0);
            case MODERATION -> new String(response.body(), StandardCharsets.UTF_8);
            case COUNT_TOKENS -> new AnthropicTokenCount().read(tree).getAsLong();
        };
    }
}
