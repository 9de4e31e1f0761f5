/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimPrompt.Tool;
import dev.serai.llm.provider.sim.SimPrompt.Tools;

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
                tools(body),
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

    private static Tools tools(JsonNode body) throws SimRejection {
        JsonNode choice = body.path("tool_choice");
        if (endsWithResult(body.get("messages")) || type(choice).equals("none")) {
            return Tools.NONE;
        }
        List<Tool> offered = new ArrayList<>();
        for (JsonNode tool : body.path("tools")) {
            // server tools have a versioned type and no schema: they run at the provider and are never called here
            if (type(tool).isEmpty() || type(tool).equals("custom")) {
                offered.add(new Tool(tool.path("name").asText(), tool.path("input_schema")));
            }
        }
        String forced = type(choice).equals("tool") ? choice.path("name").asText() : null;
        boolean parallel = !choice.path("disable_parallel_tool_use").asBoolean();
        return Tools.of(offered, forced, parallel)
                .orElseThrow(() -> rejection("tool_choice", "Tool '" + forced + "' not found in provided tools"));
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
