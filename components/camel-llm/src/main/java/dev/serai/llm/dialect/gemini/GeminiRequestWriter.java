/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.AnswerRequest;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ServiceRequest;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes a conversation that came from another dialect as a request. One request, one thread. */
final class GeminiRequestWriter {
    private static final int MAX_STOP_SEQUENCES = 5;
    private static final int MAX_CANDIDATES = 8;

    private final Losses losses;
    private final ObjectNode generationConfig = Json.object();

    GeminiRequestWriter(Losses losses) {
        this.losses = losses;
    }

    ObjectNode write(Conversation conversation) throws LlmException {
        losses.dropAll(conversation.nativeFields());
        ObjectNode request = Json.object();
        new GeminiContentWriter(losses).write(conversation.messages(), request);
        GeminiTools.write(request, conversation, losses);
        if (conversation.sampling() != null) {
            sampling(conversation.sampling());
        }
        if (conversation.maxOutputTokens() != null) {
            generationConfig.put("maxOutputTokens", conversation.maxOutputTokens());
        }
        if (conversation.outputFormat() != null) {
            format(conversation.outputFormat());
        }
        if (conversation.reasoning() != null) {
            GeminiThinking.write(conversation.reasoning(), generationConfig, losses);
        }
        answerRequest(conversation.answerRequest());
        ServiceRequest service = conversation.service();
        losses.dropOthers(service.said(), "service_tier");
        String tier = service.tier() == null ? null : GeminiRequestReader.TIERS.write(service.tier(), losses);
        if (tier != null) {
            request.put("serviceTier", tier);
        }
        if (!generationConfig.isEmpty()) {
            request.set("generationConfig", generationConfig);
        }
        return request;
    }

    private void answerRequest(AnswerRequest wanted) throws LlmException {
        losses.dropOthers(wanted.said(), "n", "logprobs");
        if (wanted.choices() != null && wanted.choices() > MAX_CANDIDATES) {
            losses.drop("n", "the target gives at most " + MAX_CANDIDATES + " answers");
        } else if (wanted.choices() != null) {
            generationConfig.put("candidateCount", wanted.choices());
        }
        if (wanted.logProbabilities() != null) {
            generationConfig.put("responseLogprobs", true);
            if (wanted.logProbabilities() > 0) {
                generationConfig.put("logprobs", wanted.logProbabilities());
            }
        }
    }

    private void sampling(Sampling sampling) throws LlmException {
        putNumber("temperature", sampling.temperature());
        putNumber("topP", sampling.topP());
        if (sampling.topK() != null) {
            generationConfig.put("topK", sampling.topK());
        }
        if (sampling.seed() != null) {
            generationConfig.put("seed", sampling.seed());
        }
        putNumber("frequencyPenalty", sampling.frequencyPenalty());
        putNumber("presencePenalty", sampling.presencePenalty());
        List<String> stops = sampling.stopSequences();
        if (stops != null && stops.size() > MAX_STOP_SEQUENCES) {
            losses.drop("stop", "the target takes at most " + MAX_STOP_SEQUENCES + " stop sequences");
        } else if (stops != null && !stops.isEmpty()) {
            ArrayNode array = generationConfig.putArray("stopSequences");
            stops.forEach(array::add);
        }
    }

    private void putNumber(String field, Double value) {
        if (value != null) {
            generationConfig.put(field, value);
        }
    }

    /** The name is a label without meaning to the model; the schema always holds here. */
    private void format(OutputFormat format) throws LlmException {
        if (format.description() != null) {
            losses.drop("response_format.json_schema.description", "put the description into the schema");
        }
        generationConfig.put("responseMimeType", "application/json");
        if (format.schema() != null) {
            generationConfig.set("responseJsonSchema", GeminiSchemas.carried(format.schema(), losses));
        }
    }
}
