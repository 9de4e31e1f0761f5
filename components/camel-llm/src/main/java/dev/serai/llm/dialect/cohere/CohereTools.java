/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.dialect.Losses;

/** Tool definitions and the tool choice of a request. */
final class CohereTools {
    private CohereTools() {}

    static void write(ObjectNode request, Conversation conversation, Losses losses) throws LlmException {
        List<ToolDefinition> tools = conversation.tools();
        if (tools == null || tools.isEmpty()) {
            return;
        }
        ArrayNode array = request.putArray("tools");
        for (ToolDefinition tool : tools) {
            ObjectNode function = array.addObject().put("type", "function").putObject("function");
            function.put("name", tool.name());
            if (tool.description() != null) {
                function.put("description", tool.description());
            }
            if (tool.parameters() == null) {
                function.putObject("parameters").put("type", "object").putObject("properties");
            } else {
                function.set("parameters", tool.parameters());
            }
        }
        strict(request, tools, losses);
        choice(request, conversation.toolChoice(), tools, losses);
        if (Boolean.FALSE.equals(conversation.parallelToolCalls())) {
            losses.drop("parallel_tool_calls", "the target cannot keep the model from calling several tools at once");
        }
    }

    /** Strictness holds for all tools or none. */
    private static void strict(ObjectNode request, List<ToolDefinition> tools, Losses losses) throws LlmException {
        long strict = tools.stream()
                .filter(tool -> Boolean.TRUE.equals(tool.strict()))
                .count();
        if (strict == tools.size()) {
            request.put("strict_tools", true);
        } else if (strict > 0) {
            losses.drop("strict", "the target takes either all tools as strict or none");
        }
    }

    /** To have to call the only tool is to have to call some tool. */
    private static void choice(ObjectNode request, ToolChoice choice, List<ToolDefinition> tools, Losses losses)
            throws LlmException {
        if (choice == null || choice.mode() == ToolChoice.Mode.AUTO) {
            return;
        }
        if (choice.mode() == ToolChoice.Mode.NONE) {
            request.put("tool_choice", "NONE");
        } else if (choice.mode() == ToolChoice.Mode.ANY
                || tools.size() == 1 && tools.get(0).name().equals(choice.name())) {
            request.put("tool_choice", "REQUIRED");
        } else {
            losses.drop("tool_choice", "the target cannot choose one tool among several");
        }
    }
}
