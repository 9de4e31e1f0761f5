/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.AnswerRequest;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ServiceRequest;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.dialect.StrictSchema;

/** Writes a conversation that came from another dialect as a Chat Completions request. One request, one thread. */
final class OpenAiChatRequestWriter {
    private static final int MAX_STOP_SEQUENCES = 4;

    private final Losses losses;
    private final ObjectNode request = Json.object();

    OpenAiChatRequestWriter(Losses losses) {
        this.losses = losses;
    }

    ObjectNode write(Conversation conversation) throws LlmException {
        losses.dropAll(conversation.nativeFields());
        request.set("messages", new OpenAiChatMessageWriter(losses).write(conversation.messages()));
        tools(conversation);
        if (conversation.outputFormat() != null) {
            request.set("response_format", format(conversation.outputFormat()));
        }
        if (conversation.sampling() != null) {
            sampling(conversation.sampling());
        }
        if (conversation.maxOutputTokens() != null) {
            request.put("max_completion_tokens", conversation.maxOutputTokens());
        }
        if (conversation.reasoning() != null) {
            reasoning(conversation.reasoning());
        }
        answerRequest(conversation.answerRequest());
        service(conversation.service());
        return request;
    }

    private void answerRequest(AnswerRequest wanted) {
        if (wanted.choices() != null) {
            request.put("n", wanted.choices());
        }
        if (wanted.logProbabilities() != null) {
            request.put("logprobs", true).put("top_logprobs", wanted.logProbabilities());
        }
        if (wanted.verbosity() != null) {
            request.put("verbosity", wanted.verbosity());
        }
    }

    private void service(ServiceRequest service) throws LlmException {
        OpenAiShared.write(service, request);
        if (request.has(OpenAiShared.METADATA)) {
            losses.drop(OpenAiShared.METADATA, "the target takes labels only for an answer that it stores");
            request.remove(OpenAiShared.METADATA);
        }
    }

    private void tools(Conversation conversation) {
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
            if (tool.parameters() != null) {
                function.set("parameters", tool.parameters());
            }
            if (tool.strict() != null) {
                function.put("strict", tool.strict());
            }
        }
        if (conversation.toolChoice() != null) {
            toolChoice(conversation.toolChoice());
        }
        if (conversation.parallelToolCalls() != null) {
            request.put("parallel_tool_calls", conversation.parallelToolCalls());
        }
    }

    private void toolChoice(ToolChoice choice) {
        switch (choice.mode()) {
            case AUTO -> request.put("tool_choice", "auto");
            case NONE -> request.put("tool_choice", "none");
            case ANY -> request.put("tool_choice", "required");
            case TOOL ->
                request.putObject("tool_choice")
                        .put("type", "function")
                        .putObject("function")
                        .put("name", choice.name());
        }
    }

    private static ObjectNode format(OutputFormat format) {
        if (format.schema() == null) {
            return Json.object().put("type", "json_object");
        }
        ObjectNode json = Json.object().put("type", "json_schema");
        ObjectNode schema = json.putObject("json_schema");
        schema.put("name", format.name() == null ? "answer" : format.name());
        if (format.description() != null) {
            schema.put("description", format.description());
        }
        boolean strict = Boolean.TRUE.equals(format.strict());
        schema.set("schema", strict ? StrictSchema.of(format.schema()) : format.schema());
        if (format.strict() != null) {
            schema.put("strict", strict);
        }
        return json;
    }

    private void sampling(Sampling sampling) throws LlmException {
        putNumber("temperature", sampling.temperature());
        putNumber("top_p", sampling.topP());
        putNumber("frequency_penalty", sampling.frequencyPenalty());
        putNumber("presence_penalty", sampling.presencePenalty());
        if (sampling.seed() != null) {
            request.put("seed", sampling.seed());
        }
        if (sampling.topK() != null) {
            losses.drop("top_k");
        }
        List<String> stops = sampling.stopSequences();
        if (stops == null || stops.isEmpty()) {
            return;
        }
        if (stops.size() > MAX_STOP_SEQUENCES) {
            losses.drop("stop", "the target takes at most " + MAX_STOP_SEQUENCES + " stop sequences");
            return;
        }
        ArrayNode stop = request.putArray("stop");
        stops.forEach(stop::add);
    }

    private void putNumber(String field, Double value) {
        if (value != null) {
            request.put(field, value);
        }
    }

    /** Adaptive thinking without an effort is what a reasoning model does anyway. */
    private void reasoning(ReasoningRequest reasoning) throws LlmException {
        losses.dropIdleEffort(reasoning);
        if (Boolean.FALSE.equals(reasoning.enabled())) {
            request.put("reasoning_effort", "none");
            return;
        }
        if (reasoning.budgetTokens() != null) {
            losses.drop("thinking.budget_tokens", "the target takes an effort (low, medium, high), no token budget");
        }
        if (reasoning.effort() != null) {
            request.put("reasoning_effort", reasoning.effort());
        }
    }
}
