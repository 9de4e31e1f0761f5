/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes a conversation that came from another dialect as an Ollama request. One request, one thread. */
final class OllamaRequestWriter {
    private static final Set<String> EFFORTS = Set.of("low", "medium", "high", "max");

    private final Losses losses;
    private final ObjectNode request = Json.object();

    OllamaRequestWriter(Losses losses) {
        this.losses = losses;
    }

    ObjectNode write(Conversation conversation) throws LlmException {
        losses.dropAll(conversation.nativeFields());
        request.set("messages", new OllamaMessageWriter(losses).write(conversation.messages()));
        tools(conversation);
        if (conversation.outputFormat() != null) {
            format(conversation.outputFormat());
        }
        if (conversation.maxOutputTokens() != null) {
            options().put("num_predict", conversation.maxOutputTokens());
        }
        if (conversation.sampling() != null) {
            sampling(conversation.sampling());
        }
        if (conversation.reasoning() != null) {
            reasoning(conversation.reasoning());
        }
        losses.dropOthers(conversation.answerRequest().said());
        losses.dropOthers(conversation.service().said());
        return request;
    }

    private ObjectNode options() {
        return request.withObjectProperty("options");
    }

    /** Without a tool choice, the only way to forbid tools is not to name any. */
    private void tools(Conversation conversation) throws LlmException {
        List<ToolDefinition> tools = conversation.tools();
        ToolChoice choice = conversation.toolChoice();
        if (tools == null || tools.isEmpty() || choice != null && choice.mode() == ToolChoice.Mode.NONE) {
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
            if (Boolean.TRUE.equals(tool.strict())) {
                losses.drop("strict", "the target does not hold a model to a tool's schema");
            }
        }
        if (choice != null && choice.mode() != ToolChoice.Mode.AUTO) {
            losses.drop("tool_choice", "the target cannot make a model call a tool");
        }
        if (Boolean.FALSE.equals(conversation.parallelToolCalls())) {
            losses.drop("parallel_tool_calls", "the target cannot keep the model from calling several tools at once");
        }
    }

    /** The name is a label without meaning to the model; a schema always holds strictly here. */
    private void format(OutputFormat format) throws LlmException {
        if (format.schema() == null) {
            request.put("format", "json");
        } else {
            request.set("format", format.schema());
        }
        if (format.description() != null) {
            losses.drop("response_format.json_schema.description", "put the description into the schema");
        }
    }

    private void sampling(Sampling sampling) {
        putNumber("temperature", sampling.temperature());
        putNumber("top_p", sampling.topP());
        putNumber("frequency_penalty", sampling.frequencyPenalty());
        putNumber("presence_penalty", sampling.presencePenalty());
        if (sampling.topK() != null) {
            options().put("top_k", sampling.topK());
        }
        if (sampling.seed() != null) {
            options().put("seed", sampling.seed());
        }
        List<String> stops = sampling.stopSequences();
        if (stops != null && !stops.isEmpty()) {
            ArrayNode array = options().putArray("stop");
            stops.forEach(array::add);
        }
    }

    private void putNumber(String field, Double value) {
        if (value != null) {
            options().put(field, value);
        }
    }

    private void reasoning(ReasoningRequest reasoning) throws LlmException {
        losses.dropIdleEffort(reasoning);
        if (reasoning.budgetTokens() != null) {
            losses.drop("thinking.budget_tokens", "the target takes an effort (low, medium, high), no token budget");
        }
        String effort = reasoning.effort();
        if (Boolean.FALSE.equals(reasoning.enabled())) {
            request.put("think", false);
        } else if (effort != null && EFFORTS.contains(effort)) {
            request.put("think", effort);
        } else if (effort != null) {
            losses.drop("reasoning_effort", "the target takes low, medium, high and max");
        } else if (Boolean.TRUE.equals(reasoning.enabled())) {
            request.put("think", true);
        }
    }
}
