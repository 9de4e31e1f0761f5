/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.AnswerRequest;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.dialect.StrictSchema;
import dev.serai.llm.dialect.openai.OpenAiShared;

/**
 * Writes a conversation that came from another dialect as a Responses request. The provider keeps answers unless told not
 * to, which no other dialect asks for: so it is told. One request, one thread.
 */
final class OpenAiResponsesRequestWriter {
    private final Losses losses;
    private final ObjectNode request = Json.object();

    OpenAiResponsesRequestWriter(Losses losses) {
        this.losses = losses;
    }

    ObjectNode write(Conversation conversation) throws LlmException {
        losses.dropAll(conversation.nativeFields());
        new OpenAiResponsesInputWriter(losses).write(conversation.messages(), request);
        tools(conversation);
        if (conversation.outputFormat() != null) {
            request.putObject("text").set("format", format(conversation.outputFormat()));
        }
        if (conversation.sampling() != null) {
            sampling(conversation.sampling());
        }
        if (conversation.maxOutputTokens() != null) {
            request.put("max_output_tokens", conversation.maxOutputTokens());
        }
        reasoning(conversation);
        answerRequest(conversation.answerRequest());
        OpenAiShared.write(conversation.service(), request);
        return request.put("store", false);
    }

    private void answerRequest(AnswerRequest wanted) throws LlmException {
        losses.dropOthers(wanted.said(), "logprobs", "verbosity");
        if (wanted.logProbabilities() != null) {
            request.withArrayProperty("include").add(OpenAiResponsesRequestReader.LOGPROBS);
            request.put("top_logprobs", wanted.logProbabilities());
        }
        if (wanted.verbosity() != null) {
            request.withObjectProperty("text").put("verbosity", wanted.verbosity());
        }
    }

    /** A tool is strict here unless it says otherwise, and elsewhere the other way round. */
    private void tools(Conversation conversation) {
        List<ToolDefinition> tools = conversation.tools();
        if (tools == null || tools.isEmpty()) {
            return;
        }
        ArrayNode array = request.putArray("tools");
        for (ToolDefinition tool : tools) {
            ObjectNode json = array.addObject().put("type", "function").put("name", tool.name());
            if (tool.description() != null) {
                json.put("description", tool.description());
            }
            if (tool.parameters() == null) {
                json.putNull("parameters");
            } else {
                json.set("parameters", tool.parameters());
            }
            json.put("strict", Boolean.TRUE.equals(tool.strict()));
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
                request.putObject("tool_choice").put("type", "function").put("name", choice.name());
        }
    }

    private static ObjectNode format(OutputFormat format) {
        if (format.schema() == null) {
            return Json.object().put("type", "json_object");
        }
        ObjectNode json = Json.object().put("type", "json_schema");
        json.put("name", format.name() == null ? "answer" : format.name());
        if (format.description() != null) {
            json.put("description", format.description());
        }
        boolean strict = Boolean.TRUE.equals(format.strict());
        json.set("schema", strict ? StrictSchema.of(format.schema()) : format.schema());
        if (format.strict() != null) {
            json.put("strict", strict);
        }
        return json;
    }

    private void sampling(Sampling sampling) throws LlmException {
        if (sampling.temperature() != null) {
            request.put("temperature", sampling.temperature());
        }
        if (sampling.topP() != null) {
            request.put("top_p", sampling.topP());
        }
        if (sampling.stopSequences() != null && !sampling.stopSequences().isEmpty()) {
            losses.drop("stop", "the target has no stop sequences");
        }
        if (sampling.topK() != null) {
            losses.drop("top_k");
        }
        if (sampling.seed() != null) {
            losses.drop("seed");
        }
        dropPenalty("frequency_penalty", sampling.frequencyPenalty());
        dropPenalty("presence_penalty", sampling.presencePenalty());
    }

    private void dropPenalty(String field, Double value) throws LlmException {
        if (value != null && value != 0) {
            losses.drop(field);
        }
    }

    /**
     * Models that do not reason refuse to encrypt reasoning, so it is asked for only where the request speaks of it. Who
     * asked to see the model think, without saying how hard, gets the summary.
     */
    private void reasoning(Conversation conversation) throws LlmException {
        ReasoningRequest reasoning = conversation.reasoning();
        boolean off = reasoning != null && Boolean.FALSE.equals(reasoning.enabled());
        if (off) {
            losses.dropIdleEffort(reasoning);
            request.putObject("reasoning").put("effort", "none");
        } else if (reasoning != null) {
            if (reasoning.budgetTokens() != null) {
                losses.drop(
                        "thinking.budget_tokens", "the target takes an effort (low, medium, high), no token budget");
            }
            ObjectNode json = Json.object();
            if (reasoning.effort() != null) {
                json.put("effort", reasoning.effort());
            } else if (Boolean.TRUE.equals(reasoning.enabled())) {
                json.put("summary", "auto");
            }
            if (!json.isEmpty()) {
                request.set("reasoning", json);
            }
        }
        if (!off && (reasoning != null || hasReasoned(conversation))) {
            request.withArrayProperty("include").add("reasoning." + OpenAiResponsesReasoning.ENCRYPTED);
        }
    }

    private static boolean hasReasoned(Conversation conversation) {
        return conversation.messages().stream()
                .flatMap(message -> message.parts().stream())
                .anyMatch(part -> part instanceof Part.Reasoning || part instanceof Part.RedactedReasoning);
    }
}
