/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimPrompt.Tool;
import dev.serai.llm.provider.sim.SimPrompt.Tools;

/** Reads requests of OpenAI Responses. */
final class ResponsesPrompts {
    private static final int LEAST_TOKENS = 16;
    private static final Set<String> FIELDS = Set.of(
            ("model input instructions max_output_tokens previous_response_id conversation store background include "
                            + "reasoning text tools tool_choice parallel_tool_calls max_tool_calls temperature top_p "
                            + "top_logprobs metadata service_tier safety_identifier prompt_cache_key "
                            + "prompt_cache_retention prompt_cache_options prompt moderation context_management "
                            + "truncation stream stream_options user")
                    .split(" "));

    private ResponsesPrompts() {}

    static SimPrompt read(JsonNode body) throws SimRejection {
        check(body);
        String text = PromptText.of(body.path("instructions"), body.get("input"));
        return new SimPrompt(
                body.get("model").asText(),
                body.path("stream").asBoolean(),
                true,
                body.path("max_output_tokens").asInt(Integer.MAX_VALUE),
                text,
                tools(body),
                schema(body.path("text").path("format"), text));
    }

    private static void check(JsonNode body) throws SimRejection {
        for (String field : (Iterable<String>) body::fieldNames) {
            if (!FIELDS.contains(field)) {
                throw new SimRejection(field, "unknown_parameter", "Unknown parameter: '" + field + "'.");
            }
        }
        if (!body.path("model").isTextual()) {
            throw missing("model");
        }
        int most = body.path("max_output_tokens").asInt(Integer.MAX_VALUE);
        if (most < LEAST_TOKENS) {
            throw new SimRejection(
                    "max_output_tokens",
                    "integer_below_min_value",
                    "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= " + LEAST_TOKENS
                            + ", but got " + most + " instead.");
        }
        if (body.hasNonNull("previous_response_id")) {
            throw new SimRejection(
                    "previous_response_id",
                    "previous_response_not_found",
                    "Previous response with id '"
                            + body.get("previous_response_id").asText() + "' not found.");
        }
        if (body.hasNonNull("stream_options") && !body.path("stream").asBoolean()) {
            throw new SimRejection(
                    "stream_options", null, "'stream_options' is only allowed when 'stream' is enabled.");
        }
        ResponsesItems.check(body.path("input"));
    }

    private static Tools tools(JsonNode body) throws SimRejection {
        List<Tool> offered = new ArrayList<>();
        JsonNode all = body.path("tools");
        for (int i = 0; i < all.size(); i++) {
            String type = all.get(i).path("type").asText();
            if (type.isEmpty()) {
                throw missing("tools[" + i + "].type");
            }
            if (type.equals("function")) {
                offered.add(function(all.get(i), "tools[" + i + "]"));
            }
        }
        JsonNode choice = body.path("tool_choice");
        if (ResponsesItems.endWithResult(body.get("input")) || choice.asText().equals("none")) {
            return Tools.NONE;
        }
        String forced = choice.path("type").asText().equals("function")
                ? choice.path("name").asText()
                : null;
        return Tools.of(offered, forced, body.path("parallel_tool_calls").asBoolean(true))
                .orElseThrow(() -> new SimRejection(
                        "tool_choice", null, "Tool choice 'function' not found in 'tools' parameter."));
    }

    private static Tool function(JsonNode tool, String where) throws SimRejection {
        String name = tool.path("name").asText();
        if (name.isEmpty()) {
            throw missing(where + ".name");
        }
        JsonNode parameters = tool.path("parameters");
        if (tool.path("strict").asBoolean()) {
            strict(parameters, where + ".parameters", "function '" + name + "'", "invalid_function_parameters");
        }
        return new Tool(name, parameters.isObject() ? parameters : emptyObject());
    }

    private static JsonNode schema(JsonNode format, String prompt) throws SimRejection {
        switch (format.path("type").asText("text")) {
            case "json_object" -> {
                if (!prompt.toLowerCase(Locale.ROOT).contains("json")) {
                    throw new SimRejection(
                            "input",
                            null,
                            "Response input messages must contain the word 'json' in some form to use 'text.format' of "
                                    + "type 'json_object'.");
                }
                ObjectNode schema = emptyObject();
                schema.putObject("properties").putObject("answer").put("type", "string");
                return schema;
            }
            case "json_schema" -> {
                return named(format);
            }
            default -> {
                return null;
            }
        }
    }

    private static JsonNode named(JsonNode format) throws SimRejection {
        if (!format.path("name").isTextual()) {
            throw missing("text.format.name");
        }
        JsonNode schema = format.path("schema");
        if (!schema.isObject()) {
            throw missing("text.format.schema");
        }
        if (format.path("strict").asBoolean()) {
            String what = "response_format '" + format.get("name").asText() + "'";
            strict(schema, "text.format.schema", what, "invalid_json_schema");
        }
        return schema;
    }

    /** The outermost rule of strict schemas; deeper ones are taken on trust. */
    private static void strict(JsonNode schema, String where, String what, String code) throws SimRejection {
        String said = "Invalid schema for " + what + ": In context=(), ";
        if (!schema.path("additionalProperties").isBoolean()
                || schema.path("additionalProperties").asBoolean()) {
            throw new SimRejection(
                    where, code, said + "'additionalProperties' is required to be supplied and to be false.");
        }
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        for (String property : (Iterable<String>) schema.path("properties")::fieldNames) {
            if (!required.contains(property)) {
                throw new SimRejection(
                        where,
                        code,
                        said + "'required' is required to be supplied and to be an array including every key in "
                                + "properties. Missing '" + property + "'.");
            }
        }
    }

    static SimRejection missing(String field) {
        return new SimRejection(field, "missing_required_parameter", "Missing required parameter: '" + field + "'.");
    }

    private static ObjectNode emptyObject() {
        return SimJson.object().put("type", "object");
    }
}
