/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

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

/** Tool definitions and the tool choice. */
final class AnthropicTools {
    private AnthropicTools() {}

    /** Whether the caller defined the tool; every other type is a tool that Anthropic defined. */
    static boolean isFunction(JsonNode tool) {
        return tool.path("type").asText("custom").equals("custom");
    }

    /** @param natives where fields go that the neutral form has no place for */
    static ToolDefinition read(JsonNode json, String path, Map<String, JsonNode> natives) throws LlmException {
        FieldReader tool = new FieldReader(json, path);
        tool.ignore("type");
        ToolDefinition definition = new ToolDefinition(
                tool.requiredString("name"),
                tool.string("description"),
                tool.take("input_schema"),
                tool.bool("strict"));
        natives.putAll(tool.rest());
        return definition;
    }

    static ToolChoice readChoice(FieldReader choice) throws LlmException {
        String type = choice.requiredString("type");
        return switch (type) {
            case "auto" -> new ToolChoice(ToolChoice.Mode.AUTO, null);
            case "any" -> new ToolChoice(ToolChoice.Mode.ANY, null);
            case "none" -> new ToolChoice(ToolChoice.Mode.NONE, null);
            case "tool" -> new ToolChoice(ToolChoice.Mode.TOOL, choice.requiredString("name"));
            default -> throw choice.invalid("type", choice.pathOf("type") + " must be one of auto, any, tool, none");
        };
    }

    /** Adds tools and tool choice to a request; without tools there is nothing to choose. */
    static void write(ObjectNode request, Conversation conversation) {
        List<ToolDefinition> tools = conversation.tools();
        if (tools == null || tools.isEmpty()) {
            return;
        }
        ArrayNode array = request.putArray("tools");
        tools.forEach(tool -> write(array.addObject(), tool));

        ToolChoice choice = conversation.toolChoice();
        boolean oneAtATime = Boolean.FALSE.equals(conversation.parallelToolCalls());
        if (choice == null && !oneAtATime) {
            return;
        }
        ToolChoice.Mode mode = choice == null ? ToolChoice.Mode.AUTO : choice.mode();
        ObjectNode json =
                request.putObject("tool_choice").put("type", mode.name().toLowerCase(Locale.ROOT));
        if (mode == ToolChoice.Mode.TOOL) {
            json.put("name", choice.name());
        }
        if (oneAtATime && mode != ToolChoice.Mode.NONE) {
            json.put("disable_parallel_tool_use", true);
        }
    }

    private static void write(ObjectNode json, ToolDefinition tool) {
        json.put("name", tool.name());
        if (tool.description() != null) {
            json.put("description", tool.description());
        }
        if (tool.parameters() == null) {
            json.putObject("input_schema").put("type", "object").putObject("properties");
        } else {
            json.set("input_schema", tool.parameters());
        }
        if (tool.strict() != null) {
            json.put("strict", tool.strict());
        }
    }
}
