/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimPrompt.Tool;

/** Reads requests of Anthropic Messages. */
final class AnthropicPrompts {
    private AnthropicPrompts() {}

    static SimPrompt read(JsonNode body, Map<String, String> headers) throws SimRejection {
        if (!headers.containsKey("anthropic-version")) {
            throw rejection("anthropic-version", "header is required");
        }
        check(body);
        JsonNode format = body.path("output_config").path("format");
        return new SimPrompt(
                body.get("model").asText(),
                body.path("stream").asBoolean(),
                true,
                body.get("max_tokens").asInt(),
                PromptText.of(body.path("system"), body.get("messages")),
                tool(body),
                format.path("type").asText().equals("json_schema") ? format.path("schema") : null);
    }

    private static void check(JsonNode body) throws SimRejection {
        if (!body.path("model").isTextual()) {
            throw rejection("model", "Field required");
        }
        if (!body.path("max_tokens").isInt()) {
            throw rejection("max_tokens", "Field required");
        }
        if (body.get("max_tokens").asInt() < 1) {
            throw rejection("max_tokens", "Input should be greater than or equal to 1");
        }
        JsonNode messages = body.path("messages");
        if (!messages.isArray()) {
            throw rejection("messages", "Field required");
        }
        if (messages.isEmpty()) {
            throw rejection("messages", "at least one message is required");
        }
        for (int i = 0; i < messages.size(); i++) {
            String role = messages.get(i).path("role").asText();
            if (!role.equals("user") && !role.equals("assistant")) {
                throw rejection("messages." + i + ".role", "Input should be 'user' or 'assistant'");
            }
        }
    }

    private static Tool tool(JsonNode body) throws SimRejection {
        JsonNode choice = body.path("tool_choice");
        if (body.path("tools").isEmpty()
                || endsWithResult(body.get("messages"))
                || type(choice).equals("none")) {
            return null;
        }
        String forced = type(choice).equals("tool") ? choice.path("name").asText() : null;
        for (JsonNode tool : body.get("tools")) {
            // server tools have a versioned type and no schema: they run at the provider and are never called here
            boolean ours = type(tool).isEmpty() || type(tool).equals("custom");
            if (ours && (forced == null || forced.equals(tool.path("name").asText()))) {
                return new Tool(tool.path("name").asText(), tool.path("input_schema"), forced != null);
            }
        }
        if (forced != null) {
            throw rejection("tool_choice", "Tool '" + forced + "' not found in provided tools");
        }
        return null;
    }

    private static boolean endsWithResult(JsonNode messages) {
        for (JsonNode block : messages.get(messages.size() - 1).path("content")) {
            if (type(block).equals("tool_result")) {
                return true;
            }
        }
        return false;
    }

    private static String type(JsonNode node) {
        return node.path("type").asText();
    }

    private static SimRejection rejection(String field, String message) {
        return new SimRejection(field, null, message);
    }
}
