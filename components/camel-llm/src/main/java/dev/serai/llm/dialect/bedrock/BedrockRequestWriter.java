/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ServiceRequest;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes a conversation that came from another dialect as a Converse request. One request, one thread. */
final class BedrockRequestWriter {
    private static final String END_USER = "[a-zA-Z0-9\\s:_@$#=/+,.-]{1,256}";

    private final Losses losses;
    private final ObjectNode request = Json.object();

    BedrockRequestWriter(Losses losses) {
        this.losses = losses;
    }

    ObjectNode write(Conversation conversation) throws LlmException {
        losses.dropAll(conversation.nativeFields());
        new BedrockMessageWriter(losses).write(conversation.messages(), request);
        BedrockTools.write(request, conversation, losses);
        if (conversation.maxOutputTokens() != null) {
            inference().put("maxTokens", conversation.maxOutputTokens());
        }
        if (conversation.sampling() != null) {
            sampling(conversation.sampling());
        }
        if (conversation.outputFormat() != null) {
            format(conversation.outputFormat());
        }
        if (conversation.reasoning() != null) {
            reasoning(conversation.reasoning());
        }
        losses.dropOthers(conversation.answerRequest().said());
        service(conversation.service());
        return request;
    }

    private void service(ServiceRequest service) throws LlmException {
        losses.dropOthers(service.said(), "user", "service_tier");
        if (service.endUser() != null) {
            endUser(service.endUser());
        }
        String tier = service.tier() == null ? null : BedrockRequestReader.TIERS.write(service.tier(), losses);
        if (tier != null) {
            request.putObject("serviceTier").put("type", tier);
        }
    }

    private ObjectNode inference() {
        return request.withObjectProperty("inferenceConfig");
    }

    private void sampling(Sampling sampling) throws LlmException {
        Double temperature = sampling.temperature();
        if (temperature != null && temperature > 1) {
            losses.drop("temperature", "the target takes 0 to 1, and " + temperature + " is above that");
        } else if (temperature != null) {
            inference().put("temperature", temperature);
        }
        if (sampling.topP() != null) {
            inference().put("topP", sampling.topP());
        }
        List<String> stops = sampling.stopSequences();
        if (stops != null && !stops.isEmpty()) {
            ArrayNode array = inference().putArray("stopSequences");
            stops.forEach(array::add);
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

    private void format(Conversation.OutputFormat format) throws LlmException {
        if (format.schema() == null) {
            losses.drop("response_format", "the target needs a JSON schema: use json_schema instead of json_object");
            return;
        }
        request.withObjectProperty("outputConfig").set("textFormat", BedrockTools.textFormat(format));
    }

    /** An effort is Converse's own; a budget and a switch are the model's, so they go where the model finds them. */
    private void reasoning(ReasoningRequest reasoning) throws LlmException {
        if ("minimal".equals(reasoning.effort())) {
            losses.drop("reasoning_effort", "the target's lowest effort is low");
            return;
        }
        if (Boolean.FALSE.equals(reasoning.enabled())) {
            thinking("disabled");
        } else if (reasoning.budgetTokens() != null) {
            thinking("enabled").put("budget_tokens", reasoning.budgetTokens());
        } else if (Boolean.TRUE.equals(reasoning.enabled()) && reasoning.effort() == null) {
            thinking("adaptive");
        }
        if (reasoning.effort() != null) {
            request.withObjectProperty("outputConfig").put("effort", reasoning.effort());
        }
    }

    private ObjectNode thinking(String type) {
        return request.withObjectProperty("additionalModelRequestFields")
                .putObject("thinking")
                .put("type", type);
    }

    private void endUser(String user) throws LlmException {
        if (user.matches(END_USER)) {
            request.putObject("requestMetadata").put("user_id", user);
        } else {
            losses.drop("user", "the target takes ids of at most 256 letters, digits and :_@$#=/+,.-");
        }
    }
}
