/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimPrompt.Tool;
import dev.serai.llm.provider.sim.SimPrompt.Tools;

/** Reads requests of OpenAI chat completions. */
final class OpenAiPrompts {
    private OpenAiPrompts() {}

    static SimPrompt read(JsonNode body) throws SimRejection {
        check(body);
        int most =
                body.path("max_completion_tokens").asInt(body.path("max_tokens").asInt(Integer.MAX_VALUE));
        if (most < 1) {
            throw new SimRejection(
                    "max_completion_tokens", "integer_below_min_value", "The maximum must be at least 1.");
        }
        return new SimPrompt(
                body.get("model").asText(),
                body.path("stream").asBoolean(),
                body.path("stream_options").path("include_usage").asBoolean(),
                most,
                PromptText.of(body.get("messages")),
                tools(body),
                schema(body.path("response_format")));
    }

    private static void check(JsonNode body) throws SimRejection {
        if (!body.path("model").isTextual()) {
            throw new SimRejection("model", "missing_required_parameter", "Missing required parameter: 'model'.");
        }
        JsonNode messages = body.path("messages");
        if (!messages.isArray()) {
            throw new SimRejection("messages", "missing_required_parameter", "Missing required parameter: 'messages'.");
        }
        if (messages.isEmpty()) {
            throw new SimRejection(
                    "messages", "empty_array", "Invalid 'messages': empty array. Expected at least 1 element.");
        }
        for (JsonNode message : messages) {
            if (!message.path("role").isTextual()) {
                throw new SimRejection("messages", "missing_required_parameter", "Every message needs a 'role'.");
            }
        }
        if (body.path("n").asInt(1) != 1) {
            throw new SimRejection("n", "unsupported_value", "The simulated provider gives one choice: 'n' must be 1.");
        }
        if (body.has("stream_options")
                && !body.path("stream").asBoolean()
                && !body.get("stream_options").isNull()) {
            throw new SimRejection(
                    "stream_options", null, "'stream_options' is only allowed when 'stream' is enabled.");
        }
    }

    private static Tools tools(JsonNode body) throws SimRejection {
        JsonNode messages = body.get("messages");
        boolean afterResult =
                messages.get(messages.size() - 1).path("role").asText().equals("tool");
        JsonNode choice = body.path("tool_choice");
        if (afterResult || choice.asText().equals("none")) {
            return Tools.NONE;
        }
        List<Tool> offered = new ArrayList<>();
        for (JsonNode tool : body.path("tools")) {
            JsonNode function = tool.path("function");
            if (function.isObject()) {
                JsonNode parameters = function.path("parameters");
                offered.add(
                        new Tool(function.path("name").asText(), parameters.isObject() ? parameters : emptyObject()));
            }
        }
        String forced = choice.path("function").path("name").asText(null);
        return Tools.of(offered, forced, body.path("parallel_tool_calls").asBoolean(true))
                .orElseThrow(() ->
                        new SimRejection("tool_choice", null, "Tool choice '" + forced + "' is not one of 'tools'."));
    }

    private static JsonNode schema(JsonNode format) throws SimRejection {
        switch (format.path("type").asText("text")) {
            case "json_object" -> {
                return anyJson();
            }
            case "json_schema" -> {
                JsonNode schema = format.path("json_schema").path("schema");
                if (!schema.isObject()) {
                    throw new SimRejection(
                            "response_format.json_schema.schema",
                            "missing_required_parameter",
                            "Missing required parameter: 'response_format.json_schema.schema'.");
                }
                return schema;
            }
            default -> {
                return null;
            }
        }
    }

    /** The schema of an answer that may be any JSON object. */
    static ObjectNode anyJson() {
        ObjectNode schema = emptyObject();
        schema.putObject("properties").putObject("answer").put("type", "string");
        return schema;
    }

    private static ObjectNode emptyObject() {
        return SimJson.object().put("type", "object");
    }
}
