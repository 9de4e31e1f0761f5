/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/**
 * Writes the system prompt and the messages by Bedrock's rules: the prompt stands apart, roles alternate, and tool results
 * come first in the user message that follows their calls. One request, one thread.
 */
final class BedrockMessageWriter {
    /** A message under construction; results go before what else the user says. */
    private record Turn(String role, ArrayNode results, ArrayNode content) {
        Turn(String role) {
            this(role, Json.array(), Json.array());
        }
    }

    private final Losses losses;
    private final BedrockBlockWriter blocks;
    private final ArrayNode system = Json.array();
    private final List<Turn> turns = new ArrayList<>();

    BedrockMessageWriter(Losses losses) {
        this.losses = losses;
        this.blocks = new BedrockBlockWriter(losses);
    }

    void write(List<Message> messages, ObjectNode request) throws LlmException {
        for (Message message : messages) {
            if (message.name() != null) {
                losses.drop("name", "the target has no names of participants");
            }
            add(message);
        }
        if (!system.isEmpty()) {
            request.set("system", system);
        }
        ArrayNode array = request.putArray("messages");
        for (Turn turn : turns) {
            ArrayNode content = turn.results.addAll(turn.content);
            if (!content.isEmpty()) {
                array.addObject().put("role", turn.role).set("content", content);
            }
        }
    }

    private void add(Message message) throws LlmException {
        if (message.role() == Role.SYSTEM) {
            if (!turns.isEmpty()) {
                losses.drop(
                        "messages", "the target takes system messages only before all others; move them to the front");
            }
            blocks.write(message.parts(), system);
        } else if (message.role() == Role.ASSISTANT) {
            blocks.write(message.parts(), turn("assistant").content);
        } else {
            Turn turn = turn("user");
            blocks.write(message.parts(), message.role() == Role.TOOL ? turn.results : turn.content);
        }
    }

    private Turn turn(String role) {
        Turn last = turns.isEmpty() ? null : turns.get(turns.size() - 1);
        if (last == null || !last.role.equals(role)) {
            last = new Turn(role);
            turns.add(last);
        }
        return last;
    }
}
