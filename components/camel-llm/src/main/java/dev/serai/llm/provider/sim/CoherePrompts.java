/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimPrompt.Tool;
import dev.serai.llm.provider.sim.SimPrompt.Tools;

/** Reads requests of Cohere Chat version 2. */
final class CoherePrompts {
    private static final Set<String> ROLES = Set.of("user", "assistant", "system", "tool");
    private static final int MOST_STOPS = 5;

    private CoherePrompts() {}

    static SimPrompt read(JsonNode body) throws SimRejection {
        if (!body.path("model").isTextual()) {
            throw rejection("model", "model is required");
        }
        messages(body.path("messages"));
        numbers(body);
        JsonNode schema = schema(body);
        return new SimPrompt(
                body.get("model").asText(),
                body.path("stream").asBoolean(),
                true,
                body.path("max_tokens").asInt(Integer.MAX_VALUE),
                PromptText.of(body.get("messages"), body.path("documents")),
                tools(body),
                schema);
    }

    private static void messages(JsonNode messages) throws SimRejection {
        if (!messages.isArray() || messages.isEmpty()) {
            throw rejection("messages", "messages must have at least one message");
        }
        for (int i = 0; i < messages.size(); i++) {
            JsonNode message = messages.get(i);
            String role = message.path("role").asText();
            if (!ROLES.contains(role)) {
                throw rejection("messages", "messages[" + i + "].role must be one of user, assistant, system, tool");
            }
            if (role.equals("tool") && !message.path("tool_call_id").isTextual()) {
                throw rejection("messages", "messages[" + i + "].tool_call_id is required in a message of a tool");
            }
            if (!role.equals("assistant")
                    && message.path("content").isEmpty()
                    && message.path("content").asText().isEmpty()) {
                throw rejection("messages", "messages[" + i + "].content must not be empty");
            }
        }
    }

    private static void numbers(JsonNode body) throws SimRejection {
        range(body, "max_tokens", 1, Integer.MAX_VALUE);
        range(body, "temperature", 0, 1);
        range(body, "frequency_penalty", 0, 1);
        range(body, "presence_penalty", 0, 1);
        range(body, "k", 0, 500);
        range(body, "p", 0.01, 0.99);
        if (body.path("frequency_penalty").asDouble() > 0
                && body.path("presence_penalty").asDouble() > 0) {
            throw rejection("presence_penalty", "frequency_penalty and presence_penalty cannot both be set");
        }
        if (body.path("stop_sequences").size() > MOST_STOPS) {
            throw rejection("stop_sequences", "stop_sequences must have at most " + MOST_STOPS + " elements");
        }
    }

    private static void range(JsonNode body, String field, double least, double most) throws SimRejection {
        if (SimJson.outside(body.path(field), least, most)) {
            throw rejection(field, field + " must be between " + least + " and " + most + " inclusive.");
        }
    }

    /** A tool cannot be chosen by name, nor can the model be kept from calling several at once. */
    private static Tools tools(JsonNode body) throws SimRejection {
        List<Tool> offered = new ArrayList<>();
        for (JsonNode tool : body.path("tools")) {
            JsonNode function = tool.path("function");
            String name = function.path("name").asText();
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw rejection(
                        "tools",
                        "tool name must only have letters, digits and underscores, and not begin with a digit");
            }
            if (!function.path("parameters").isObject()) {
                throw rejection("tools", "tools[" + offered.size() + "].function.parameters is required");
            }
            offered.add(new Tool(name, function.get("parameters")));
        }
        JsonNode choice = body.path("tool_choice");
        if (!choice.isMissingNode() && !choice.isNull() && !choice.asText().matches("REQUIRED|NONE")) {
            throw rejection("tool_choice", "tool_choice must be one of REQUIRED, NONE");
        }
        JsonNode messages = body.get("messages");
        boolean afterResult =
                messages.get(messages.size() - 1).path("role").asText().equals("tool");
        return afterResult || choice.asText().equals("NONE")
                ? Tools.NONE
                : Tools.of(offered, null, true).orElseThrow();
    }

    private static JsonNode schema(JsonNode body) throws SimRejection {
        JsonNode format = body.path("response_format");
        switch (format.path("type").asText("text")) {
            case "text" -> {
                return null;
            }
            case "json_object" -> {
                if (!body.path("tools").isEmpty() || !body.path("documents").isEmpty()) {
                    throw rejection(
                            "response_format", "response_format cannot be used together with tools or documents");
                }
                JsonNode schema = format.has("schema") ? format.get("schema") : format.path("json_schema");
                return schema.isObject() ? schema : OpenAiPrompts.anyJson();
            }
            default -> throw rejection("response_format", "response_format.type must be one of text, json_object");
        }
    }

    private static SimRejection rejection(String field, String message) {
        return new SimRejection(field, null, message);
    }
}
