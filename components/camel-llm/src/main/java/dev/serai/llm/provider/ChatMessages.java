/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;

/** The messages of a Chat Completions payload, as one provider takes them. Stateless. */
public final class ChatMessages {
    private static final String MESSAGES = "messages";

    private ChatMessages() {}

    /** Changes a message where it stands. */
    public interface Adapter {
        /** @throws LlmException unsupported_feature naming a field that the provider does not take */
        void adapt(ObjectNode message) throws LlmException;
    }

    /** Lets each message be changed; where none is, the payload keeps its bytes. */
    public static void adapt(JsonSplice splice, Adapter adapter) throws LlmException {
        JsonNode messages = splice.get(MESSAGES);
        if (messages == null || !messages.isArray()) {
            return;
        }
        ArrayNode adapted = Json.array();
        for (JsonNode message : messages) {
            JsonNode copy = message.deepCopy();
            adapted.add(copy);
            if (copy instanceof ObjectNode object) {
                adapter.adapt(object);
            }
        }
        if (!adapted.equals(messages)) {
            splice.set(MESSAGES, adapted);
        }
    }
}
