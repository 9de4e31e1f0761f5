/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Tool definitions, the tool choice and the output format. */
final class BedrockTools {
    private BedrockTools() {}

    static ToolDefinition read(FieldReader spec, Map<String, JsonNode> natives) throws LlmException {
        FieldReader schema = spec.object("inputSchema");
        ToolDefinition tool = new ToolDefinition(
                spec.requiredString("name"),
                spec.string("description"),
                schema == null ? null : schema.take("json"),
                spec.bool("strict"));
        natives.putAll(spec.rest());
        return tool;
    }

    static ToolChoice readChoice(JsonNode choice, FieldReader config) throws LlmException {
        if (choice.has("tool")) {
            return new ToolChoice(
                    ToolChoice.Mode.TOOL, choice.path("tool").path("name").asText());
        }
        if (choice.has("any") || choice.has("auto")) {
            return new ToolChoice(choice.has("any") ? ToolChoice.Mode.ANY : ToolChoice.Mode.AUTO, null);
        }
        throw config.invalid("toolChoice", "toolConfig.toolChoice must hold one of auto, any, tool");
    }

    /** Bedrock cannot forbid tools, and wants their definitions where the history has calls. */
    static void write(ObjectNode request, Conversation conversation, Losses losses) throws LlmException {
        List<ToolDefinition> tools = conversation.tools();
        boolean used = conversation.messages().stream()
                .flatMap(message -> message.parts().stream())
                .anyMatch(part -> part instanceof Part.ToolCall || part instanceof Part.ToolResult);
        if (tools == null || tools.isEmpty()) {
            if (used) {
                losses.drop("tool_calls", "the target needs the definitions of the tools that the history calls");
            }
            return;
        }
        ToolChoice choice = conversation.toolChoice();
        if (choice != null && choice.mode() == ToolChoice.Mode.NONE) {
            if (!used) {
                return;
            }
            losses.drop("tool_choice", "the target cannot forbid tools while the history calls some");
        }
        if (Boolean.FALSE.equals(conversation.parallelToolCalls())) {
            losses.drop("parallel_tool_calls", "the target cannot keep the model from calling several tools at once");
        }
        ObjectNode config = request.putObject("toolConfig");
        ArrayNode array = config.putArray("tools");
        tools.forEach(tool -> write(array.addObject().putObject("toolSpec"), tool));
        if (choice != null) {
            writeChoice(config, choice);
        }
    }

    private static void write(ObjectNode spec, ToolDefinition tool) {
        spec.put("name", tool.name());
        if (tool.description() != null && !tool.description().isEmpty()) {
            spec.put("description", tool.description());
        }
        ObjectNode schema = spec.putObject("inputSchema");
        if (tool.parameters() == null) {
            schema.putObject("json").put("type", "object").putObject("properties");
        } else {
            schema.set("json", tool.parameters());
        }
        if (tool.strict() != null) {
            spec.put("strict", tool.strict());
        }
    }

    private static void writeChoice(ObjectNode config, ToolChoice choice) {
        switch (choice.mode()) {
            case ANY -> config.putObject("toolChoice").putObject("any");
            case AUTO -> config.putObject("toolChoice").putObject("auto");
            case TOOL -> config.putObject("toolChoice").putObject("tool").put("name", choice.name());
            case NONE -> {
                // the task agreed to lose it
            }
        }
    }

    /** The schema is a text here. */
    static ObjectNode textFormat(OutputFormat format) {
        ObjectNode json = Json.object().put("type", "json_schema");
        ObjectNode schema = json.putObject("structure").putObject("jsonSchema");
        schema.put("schema", format.schema().toString());
        if (format.name() != null) {
            schema.put("name", format.name());
        }
        if (format.description() != null) {
            schema.put("description", format.description());
        }
        return json;
    }
}
