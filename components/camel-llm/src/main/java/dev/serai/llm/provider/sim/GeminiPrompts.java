/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimDialect.SimCall;
import dev.serai.llm.provider.sim.SimPrompt.Tool;
import dev.serai.llm.provider.sim.SimPrompt.Tools;

/** Reads requests of Gemini. */
final class GeminiPrompts {
    private GeminiPrompts() {}

    static SimPrompt read(SimCall call) throws SimRejection {
        GeminiFields body = new GeminiFields("", call.body());
        body.only(GeminiFields.REQUEST);
        GeminiFields config = body.object("generationConfig");
        config.only(GeminiFields.CONFIG);
        GeminiContents.check(body.get("contents"));
        return new SimPrompt(
                call.target().model(),
                call.stream(),
                true,
                most(config),
                PromptText.of(body.get("systemInstruction"), body.get("contents")),
                tools(body),
                schema(config));
    }

    private static int most(GeminiFields config) throws SimRejection {
        if (config.get("candidateCount").asInt(1) != 1) {
            throw config.rejection("candidateCount", "The simulated provider gives one candidate.");
        }
        if (config.get("stopSequences").size() > 5) {
            throw config.rejection("stopSequences", "The number of stop sequences must be at most 5.");
        }
        double temperature = config.get("temperature").asDouble(1);
        if (temperature < 0 || temperature > 2) {
            throw config.rejection("temperature", "temperature must be in the range [0.0, 2.0].");
        }
        int most = config.get("maxOutputTokens").asInt(Integer.MAX_VALUE);
        if (most < 1) {
            throw config.rejection("maxOutputTokens", "max_output_tokens must be positive.");
        }
        return most;
    }

    private static Tools tools(GeminiFields body) throws SimRejection {
        List<Tool> offered = new ArrayList<>();
        int tool = 0;
        for (JsonNode declared : body.get("tools")) {
            GeminiFields fields = new GeminiFields("tools[" + tool++ + "].", declared);
            int function = 0;
            for (JsonNode each : fields.get("functionDeclarations")) {
                offered.add(function(new GeminiFields("function_declarations[" + function++ + "].", each)));
            }
        }
        GeminiFields config = body.object("toolConfig").object("functionCallingConfig");
        String mode = config.get("mode").asText("AUTO");
        JsonNode allowed = config.get("allowedFunctionNames");
        if (mode.equals("NONE") || GeminiContents.endWithResult(body.get("contents"))) {
            return Tools.NONE;
        }
        if (allowed.size() > 0 && !mode.equals("ANY") && !mode.equals("VALIDATED")) {
            throw config.rejection(
                    "allowedFunctionNames", "allowed_function_names is only supported with mode ANY or VALIDATED.");
        }
        return Tools.of(allowed(offered, allowed), null, true).orElseThrow();
    }

    private static List<Tool> allowed(List<Tool> offered, JsonNode names) throws SimRejection {
        List<Tool> kept = new ArrayList<>(names.isEmpty() ? offered : List.of());
        for (JsonNode name : names) {
            kept.add(offered.stream()
                    .filter(tool -> tool.name().equals(name.asText()))
                    .findFirst()
                    .orElseThrow(() -> new SimRejection(
                            "tool_config.function_calling_config.allowed_function_names",
                            null,
                            "allowed_function_names contains '" + name.asText() + "', which is not declared.")));
        }
        return kept;
    }

    private static Tool function(GeminiFields function) throws SimRejection {
        String name = function.get("name").asText();
        if (!name.matches("[A-Za-z_][A-Za-z0-9_.:-]{0,127}")) {
            throw function.rejection(
                    "name",
                    "Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, "
                            + "0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of "
                            + "128.");
        }
        JsonNode parameters = function.get("parameters");
        JsonNode schema = parameters.isObject() ? jsonSchema(parameters) : function.get("parametersJsonSchema");
        return new Tool(name, schema.isObject() ? schema : SimJson.object().put("type", "object"));
    }

    private static JsonNode schema(GeminiFields config) throws SimRejection {
        String type = config.get("responseMimeType").asText("text/plain");
        JsonNode openApi = config.get("responseSchema");
        JsonNode schema = openApi.isObject() ? jsonSchema(openApi) : config.get("responseJsonSchema");
        if (type.equals("text/plain") && schema.isObject()) {
            throw config.rejection(
                    openApi.isObject() ? "responseSchema" : "responseJsonSchema",
                    "only allowed with response_mime_type application/json or text/x.enum.");
        }
        if (type.equals("text/plain")) {
            return null;
        }
        if (schema.isObject()) {
            return schema;
        }
        ObjectNode any = SimJson.object().put("type", "object");
        any.putObject("properties").putObject("answer").put("type", "string");
        return any;
    }

    /** A schema of Google's subset as JSON Schema: the names of types are in capitals there. */
    private static JsonNode jsonSchema(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        lowerTypes(copy);
        return copy;
    }

    private static void lowerTypes(JsonNode schema) {
        if (schema.path("type").isTextual()) {
            String type = schema.get("type").asText().toLowerCase(Locale.ROOT);
            ((ObjectNode) schema).put("type", type);
        }
        schema.forEach(GeminiPrompts::lowerTypes);
    }
}
