/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;

/** Checks the messages of a request to Bedrock, which is strict about turns and about what answers what. */
final class BedrockMessages {
    private static final Set<String> BLOCKS = Set.of(
            "text",
            "image",
            "document",
            "video",
            "audio",
            "toolUse",
            "toolResult",
            "reasoningContent",
            "cachePoint",
            "guardContent",
            "citationsContent",
            "searchResult");

    private BedrockMessages() {}

    /** @return whether tools are called somewhere in them */
    static boolean check(JsonNode messages) throws SimRejection {
        if (!messages.isArray() || messages.isEmpty() || !role(messages.get(0)).equals("user")) {
            throw BedrockPrompts.rejection(
                    "messages",
                    "A conversation must start with a user message. Try again with a conversation that starts with a user"
                            + " message.");
        }
        boolean tools = false;
        Set<String> called = Set.of();
        for (int i = 0; i < messages.size(); i++) {
            JsonNode message = messages.get(i);
            String at = "messages." + i;
            role(message, at, i % 2 == 0 ? "user" : "assistant");
            blocks(message.path("content"), at + ".content");
            results(called, ids(message, "toolResult"), at + ".content");
            called = ids(message, "toolUse");
            tools |= !called.isEmpty();
        }
        return tools;
    }

    static boolean endsWithResult(JsonNode messages) {
        return !ids(messages.get(messages.size() - 1), "toolResult").isEmpty();
    }

    private static void role(JsonNode message, String at, String expected) throws SimRejection {
        String role = role(message);
        if (!role.equals("user") && !role.equals("assistant")) {
            throw BedrockPrompts.constraint(at + ".role", "Member must satisfy enum value set: [user, assistant]");
        }
        if (!role.equals(expected)) {
            throw BedrockPrompts.rejection(
                    at,
                    "A conversation must alternate between user and assistant roles. Make sure the conversation alternates"
                            + " between user and assistant roles and try again.");
        }
    }

    private static void blocks(JsonNode content, String at) throws SimRejection {
        if (!content.isArray() || content.isEmpty()) {
            throw BedrockPrompts.rejection(
                    at,
                    "The content field in the Message object at " + at
                            + " is empty. Add a ContentBlock object to the content field and try again.");
        }
        for (int i = 0; i < content.size(); i++) {
            JsonNode block = content.get(i);
            String field = at + "." + i;
            if (block.size() != 1 || !BLOCKS.contains(block.fieldNames().next())) {
                throw BedrockPrompts.rejection(
                        field,
                        "The ContentBlock object at " + field + " must set exactly one of " + new TreeSet<>(BLOCKS));
            }
            if (block.has("text") && block.get("text").asText().isBlank()) {
                throw BedrockPrompts.rejection(
                        field,
                        "The text field in the ContentBlock object at " + field
                                + " is blank. Add text to the text field, and try again.");
            }
        }
    }

    private static void results(Set<String> called, Set<String> answered, String at) throws SimRejection {
        if (answered.size() > called.size()) {
            throw BedrockPrompts.rejection(
                    at,
                    "The number of toolResult blocks at " + at
                            + " exceeds the number of toolUse blocks of previous turn.");
        }
        if (!answered.equals(called)) {
            throw BedrockPrompts.rejection(
                    at, "Expected toolResult blocks at " + at + " for the following Ids: " + String.join(", ", called));
        }
    }

    private static Set<String> ids(JsonNode message, String kind) {
        Set<String> ids = new TreeSet<>();
        for (JsonNode block : message.path("content")) {
            if (block.has(kind)) {
                ids.add(block.get(kind).path("toolUseId").asText());
            }
        }
        return ids;
    }

    private static String role(JsonNode message) {
        return message.path("role").asText();
    }
}
