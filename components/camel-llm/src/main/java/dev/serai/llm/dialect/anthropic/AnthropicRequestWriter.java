/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ServiceRequest;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes a conversation that came from another dialect as a Messages request. One request, one thread. */
final class AnthropicRequestWriter {
    /** Anthropic requires a limit where others do without. */
    private static final int DEFAULT_MAX_TOKENS = 4096;

    private final Losses losses;
    private final ObjectNode request = Json.object();

    AnthropicRequestWriter(Losses losses) {
        this.losses = losses;
    }

    ObjectNode write(Conversation conversation) throws LlmException {
        losses.dropAll(conversation.nativeFields());
        Integer maxTokens = conversation.maxOutputTokens();
        request.put("max_tokens", maxTokens == null ? DEFAULT_MAX_TOKENS : maxTokens);
        new AnthropicMessageWriter(losses).write(conversation.messages(), request);
        AnthropicTools.write(request, conversation);
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
            request.putObject("metadata").put("user_id", service.endUser());
        }
        String tier = service.tier() == null ? null : AnthropicRequestReader.TIERS.write(service.tier(), losses);
        if (tier != null) {
            request.put("service_tier", tier);
        }
    }

    private void sampling(Sampling sampling) throws LlmException {
        Double temperature = sampling.temperature();
        if (temperature != null && temperature > 1) {
            losses.drop("temperature", "the target takes 0 to 1, and " + temperature + " is above that");
        } else if (temperature != null) {
            request.put("temperature", temperature);
        }
        if (sampling.topP() != null) {
            request.put("top_p", sampling.topP());
        }
        if (sampling.topK() != null) {
            request.put("top_k", sampling.topK());
        }
        List<String> stops = sampling.stopSequences();
        if (stops != null && !stops.isEmpty()) {
            ArrayNode array = request.putArray("stop_sequences");
            stops.forEach(array::add);
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

    /** The name is a label without meaning to the model; the schema always holds strictly here. */
    private void format(OutputFormat format) throws LlmException {
        if (format.schema() == null) {
            losses.drop("response_format", "the target needs a JSON schema: use json_schema instead of json_object");
            return;
        }
        if (format.description() != null) {
            losses.drop("response_format.json_schema.description", "put the description into the schema");
        }
        request.withObjectProperty("output_config")
                .putObject("format")
                .put("type", "json_schema")
                .set("schema", format.schema());
    }

    private void reasoning(ReasoningRequest reasoning) throws LlmException {
        if ("minimal".equals(reasoning.effort())) {
            losses.drop("reasoning_effort", "the target's lowest effort is low");
            return;
        }
        if (Boolean.FALSE.equals(reasoning.enabled())) {
            request.putObject("thinking").put("type", "disabled");
        } else if (reasoning.budgetTokens() != null) {
            request.putObject("thinking").put("type", "enabled").put("budget_tokens", reasoning.budgetTokens());
        } else if (Boolean.TRUE.equals(reasoning.enabled())) {
            request.putObject("thinking").put("type", "adaptive");
        }
        if (reasoning.effort() != null) {
            request.withObjectProperty("output_config").put("effort", reasoning.effort());
        }
    }
}
