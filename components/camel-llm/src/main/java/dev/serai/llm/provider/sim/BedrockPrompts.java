/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimDialect.SimCall;
import dev.serai.llm.provider.sim.SimPrompt.Tool;
import dev.serai.llm.provider.sim.SimPrompt.Tools;

/** Reads requests of Converse and ConverseStream. */
final class BedrockPrompts {
    private static final String CONSTRAINT =
            "1 validation error detected: Value at '%s' failed to satisfy constraint: %s";

    private BedrockPrompts() {}

    static SimPrompt read(SimCall call) throws SimRejection {
        JsonNode body = call.body();
        JsonNode messages = body.path("messages");
        boolean usesTools = BedrockMessages.check(messages);
        if (usesTools && !body.path("toolConfig").isObject()) {
            throw rejection(
                    "toolConfig",
                    "The toolConfig field must be defined when using toolUse and toolResult content blocks.");
        }
        return new SimPrompt(
                call.target().model(),
                call.stream(),
                true,
                maxTokens(body.path("inferenceConfig")),
                PromptText.of(body.path("system"), messages),
                tools(body.path("toolConfig"), messages),
                schema(body.path("outputConfig").path("textFormat")));
    }

    private static int maxTokens(JsonNode config) throws SimRejection {
        range(config, "maxTokens", 1, Integer.MAX_VALUE);
        range(config, "temperature", 0, 1);
        range(config, "topP", 0, 1);
        return config.path("maxTokens").asInt(Integer.MAX_VALUE);
    }

    private static void range(JsonNode config, String field, int least, int most) throws SimRejection {
        if (SimJson.outside(config.path(field), least, most)) {
            throw constraint("inferenceConfig." + field, "Member must have value between " + least + " and " + most);
        }
    }

    private static Tools tools(JsonNode config, JsonNode messages) throws SimRejection {
        if (config.isMissingNode()) {
            return Tools.NONE;
        }
        if (config.path("tools").isEmpty()) {
            throw constraint("toolConfig.tools", "Member must have length greater than or equal to 1");
        }
        List<Tool> offered = new ArrayList<>();
        for (JsonNode tool : config.path("tools")) {
            // system tools run at the provider and cache points are no tools
            if (tool.has("toolSpec")) {
                offered.add(tool(tool.get("toolSpec")));
            }
        }
        JsonNode choice = config.path("toolChoice");
        if (!choice.isMissingNode() && choice.size() != 1) {
            throw rejection("toolConfig.toolChoice", "The toolChoice must have exactly one of auto, any and tool.");
        }
        String forced = choice.path("tool").path("name").asText(null);
        Tools tools = Tools.of(offered, forced, true)
                .orElseThrow(() -> rejection(
                        "toolConfig.toolChoice",
                        "The tool " + forced + " of the toolChoice is not in toolConfig.tools."));
        return BedrockMessages.endsWithResult(messages) ? Tools.NONE : tools;
    }

    private static Tool tool(JsonNode spec) throws SimRejection {
        String name = spec.path("name").asText();
        if (!name.matches("[a-zA-Z0-9_-]{1,64}")) {
            throw constraint(
                    "toolConfig.tools.toolSpec.name",
                    "Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+ and have at most 64 characters");
        }
        JsonNode schema = spec.path("inputSchema").path("json");
        if (!schema.isObject()) {
            throw constraint("toolConfig.tools.toolSpec.inputSchema.json", "Member must be an object");
        }
        return new Tool(name, schema);
    }

    /** The schema is a text here. */
    private static JsonNode schema(JsonNode format) throws SimRejection {
        if (format.isMissingNode()) {
            return null;
        }
        String field = "outputConfig.textFormat.structure.jsonSchema.schema";
        try {
            String text =
                    format.path("structure").path("jsonSchema").path("schema").textValue();
            JsonNode schema = text == null ? null : SimJson.read(text.getBytes(StandardCharsets.UTF_8));
            if (format.path("type").asText().equals("json_schema") && schema != null && schema.isObject()) {
                return schema;
            }
        } catch (IOException e) {
            // falls through: the schema is no JSON
        }
        throw constraint(field, "Member must be a JSON schema as a text, and the type json_schema");
    }

    static SimRejection constraint(String field, String rule) {
        return rejection(field, String.format(CONSTRAINT, field, rule));
    }

    static SimRejection rejection(String field, String message) {
        return new SimRejection(field, null, message);
    }
}
