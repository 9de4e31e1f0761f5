/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.ArrayList;
import java.util.List;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.conversation.Part;

/**
 * Reads the messages of a dialect in which turns of blocks alternate between user and assistant, beside a system prompt:
 * Anthropic's, and Bedrock's after it. Stateless.
 */
public final class BlockTurns {
    private BlockTurns() {}

    /** Reads the blocks of one field. */
    @FunctionalInterface
    public interface Blocks {
        List<Part> read(FieldReader owner, String field) throws LlmException;
    }

    /** @throws LlmException invalid_request naming the field */
    public static List<Message> read(FieldReader payload, Blocks blocks) throws LlmException {
        List<Message> messages = new ArrayList<>();
        List<Part> system = blocks.read(payload, "system");
        if (!system.isEmpty()) {
            messages.add(new Message(Role.SYSTEM, system, null));
        }
        List<FieldReader> turns = payload.objects("messages");
        if (turns.isEmpty()) {
            throw payload.invalid("messages", "messages must be an array with at least one message");
        }
        for (FieldReader turn : turns) {
            String role = turn.requiredString("role");
            List<Part> parts = blocks.read(turn, "content");
            turn.rest().forEach((field, value) -> parts.add(new Part.Native(field, value)));
            switch (role) {
                case "user" -> user(parts, messages);
                case "assistant" -> messages.add(new Message(Role.ASSISTANT, parts, null));
                default -> throw turn.invalid("role", turn.pathOf("role") + " must be one of assistant, user");
            }
        }
        return messages;
    }

    /** Tool results are blocks of a user message there, and messages of their own in the neutral form. */
    private static void user(List<Part> parts, List<Message> messages) {
        List<Part> results = new ArrayList<>();
        List<Part> said = new ArrayList<>();
        List<Part> current = said;
        for (Part part : parts) {
            if (!(part instanceof Part.Native)) {
                // a native part may be a field of the part before it
                current = part instanceof Part.ToolResult ? results : said;
            }
            current.add(part);
        }
        if (!results.isEmpty()) {
            messages.add(new Message(Role.TOOL, results, null));
        }
        if (!said.isEmpty() || results.isEmpty()) {
            messages.add(new Message(Role.USER, said, null));
        }
    }
}
