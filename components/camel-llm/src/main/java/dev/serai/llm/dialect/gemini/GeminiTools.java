/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Function declarations and the function calling mode. */
final class GeminiTools {
    private static final String VALIDATED = "VALIDATED";

    private GeminiTools() {}

    /**
     * @param strict  whether the mode has calls checked against their schemas
     * @param natives where tools and fields go that the neutral form has no place for
     */
    static void read(
            List<FieldReader> tools, boolean strict, List<ToolDefinition> definitions, Map<String, JsonNode> natives)
            throws LlmException {
        ArrayNode others = Json.array();
        for (FieldReader tool : tools) {
            for (FieldReader function : tool.objects("functionDeclarations")) {
                definitions.add(function(function, strict));
                natives.putAll(function.rest());
            }
            ObjectNode other = Json.object();
            // an empty object switches a tool on
            tool.unread().forEach(other::set);
            if (!other.isEmpty()) {
                others.add(other);
            }
        }
        if (!others.isEmpty()) {
            natives.put("tools", others);
        }
    }

    private static ToolDefinition function(FieldReader function, boolean strict) throws LlmException {
        String name = function.requiredString("name");
        String description = function.string("description");
        JsonNode schema = function.take("parametersJsonSchema");
        JsonNode openApi = function.take("parameters");
        if (schema == null && openApi != null) {
            schema = GeminiSchemas.fromOpenApi(openApi);
        }
        return new ToolDefinition(name, description, schema, strict ? Boolean.TRUE : null);
    }

    static boolean isValidated(JsonNode payload) {
        return payload.at("/toolConfig/functionCallingConfig/mode").asText().equalsIgnoreCase(VALIDATED);
    }

    /** Null where the mode is left to Gemini. Several allowed names stay native: other dialects can force only one. */
    static ToolChoice readChoice(FieldReader config, JsonNode allowed) throws LlmException {
        String said = config.string("mode");
        String mode = said == null ? "" : said.toUpperCase(Locale.ROOT);
        boolean one =
                mode.equals("ANY") && allowed.size() == 1 && allowed.get(0).isTextual();
        if (one) {
            config.ignore("allowedFunctionNames");
            return new ToolChoice(ToolChoice.Mode.TOOL, allowed.get(0).textValue());
        }
        return switch (mode) {
            case "", "MODE_UNSPECIFIED" -> null;
            case "AUTO", VALIDATED -> new ToolChoice(ToolChoice.Mode.AUTO, null);
            case "NONE" -> new ToolChoice(ToolChoice.Mode.NONE, null);
            case "ANY" -> new ToolChoice(ToolChoice.Mode.ANY, null);
            default ->
                throw config.invalid("mode", config.pathOf("mode") + " must be one of AUTO, ANY, NONE, VALIDATED");
        };
    }

    /** Adds tools and tool choice to a request. */
    static void write(ObjectNode request, Conversation conversation, Losses losses) throws LlmException {
        List<ToolDefinition> tools = conversation.tools();
        if (tools == null || tools.isEmpty()) {
            return;
        }
        ArrayNode functions = request.putArray("tools").addObject().putArray("functionDeclarations");
        boolean strict = false;
        for (ToolDefinition tool : tools) {
            strict |= Boolean.TRUE.equals(tool.strict());
            write(functions.addObject(), tool);
        }
        if (Boolean.FALSE.equals(conversation.parallelToolCalls())) {
            losses.drop("parallel_tool_calls", "the target cannot be kept from parallel tool calls");
        }
        choice(request, conversation.toolChoice(), strict);
    }

    private static void write(ObjectNode function, ToolDefinition tool) {
        function.put("name", tool.name());
        if (tool.description() != null) {
            function.put("description", tool.description());
        }
        if (Json.present(tool.parameters())) {
            function.set("parametersJsonSchema", tool.parameters());
        }
    }

    /** A forced call always keeps to its schema; where the model may choose, only the validated mode does. */
    private static void choice(ObjectNode request, ToolChoice choice, boolean strict) {
        ToolChoice.Mode mode = choice == null ? ToolChoice.Mode.AUTO : choice.mode();
        if (choice == null && !strict) {
            return;
        }
        ObjectNode config = request.putObject("toolConfig").putObject("functionCallingConfig");
        switch (mode) {
            case AUTO -> config.put("mode", strict ? VALIDATED : "AUTO");
            case NONE -> config.put("mode", "NONE");
            case ANY -> config.put("mode", "ANY");
            case TOOL ->
                config.put("mode", "ANY").putArray("allowedFunctionNames").add(choice.name());
        }
    }
}
