/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes a conversation that came from another dialect as a Cohere Chat request. One request, one thread. */
final class CohereRequestWriter {
    private static final int MAX_STOP_SEQUENCES = 5;

    private final Losses losses;
    private final ObjectNode request = Json.object();

    CohereRequestWriter(Losses losses) {
        this.losses = losses;
    }

    ObjectNode write(Conversation conversation) throws LlmException {
        losses.dropAll(conversation.nativeFields());
        request.set("messages", new CohereMessageWriter(losses).write(conversation.messages()));
        CohereTools.write(request, conversation, losses);
        if (conversation.outputFormat() != null) {
            format(conversation.outputFormat());
        }
        if (conversation.maxOutputTokens() != null) {
            request.put("max_tokens", conversation.maxOutputTokens());
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

    /** The name is a label without meaning to the model; a schema always holds strictly here. */
    private void format(OutputFormat format) throws LlmException {
        if (request.has("tools")) {
            losses.drop("response_format", "the target takes an output format or tools, not both");
            return;
        }
        ObjectNode json = request.putObject("response_format").put("type", "json_object");
        if (format.schema() != null) {
            json.set("json_schema", format.schema());
        }
        if (format.description() != null) {
            losses.drop("response_format.json_schema.description", "put the description into the schema");
        }
    }

    private void sampling(Sampling sampling) throws LlmException {
        bounded("temperature", "temperature", sampling.temperature(), 0, 1);
        bounded("top_p", "p", sampling.topP(), 0.01, 0.99);
        boolean both = isSet(sampling.frequencyPenalty()) && isSet(sampling.presencePenalty());
        bounded("frequency_penalty", "frequency_penalty", sampling.frequencyPenalty(), 0, 1);
        if (both) {
            losses.drop("presence_penalty", "the target takes only one of the two penalties");
        } else {
            bounded("presence_penalty", "presence_penalty", sampling.presencePenalty(), 0, 1);
        }
        if (sampling.topK() != null) {
            request.put("k", sampling.topK());
        }
        if (sampling.seed() != null) {
            request.put("seed", sampling.seed());
        }
        stops(sampling.stopSequences());
    }

    private static boolean isSet(Double penalty) {
        return penalty != null && penalty != 0;
    }

    private void bounded(String field, String name, Double value, double least, double most) throws LlmException {
        if (value != null && (value < least || value > most)) {
            losses.drop(field, "the target takes " + least + " to " + most + ", and " + value + " is outside");
        } else if (value != null) {
            request.put(name, value);
        }
    }

    private void stops(List<String> stops) throws LlmException {
        if (stops == null || stops.isEmpty()) {
            return;
        }
        if (stops.size() > MAX_STOP_SEQUENCES) {
            losses.drop("stop", "the target takes at most " + MAX_STOP_SEQUENCES + " stop sequences");
            return;
        }
        ArrayNode array = request.putArray("stop_sequences");
        stops.forEach(array::add);
    }

    private void reasoning(ReasoningRequest reasoning) throws LlmException {
        if (reasoning.effort() != null) {
            losses.drop("reasoning_effort", "the target can only switch thinking on and off");
        }
        if (reasoning.enabled() == null) {
            return;
        }
        ObjectNode thinking = request.putObject("thinking").put("type", reasoning.enabled() ? "enabled" : "disabled");
        if (reasoning.enabled() && reasoning.budgetTokens() != null) {
            thinking.put("token_budget", reasoning.budgetTokens());
        }
    }
}
