/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.AnswerRequest;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ServiceRequest;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.ServiceTiers;

/** Reads a request into the neutral conversation. One request, one thread. */
final class GeminiRequestReader {
    private static final String JSON_TYPE = "application/json";

    static final ServiceTiers TIERS =
            new ServiceTiers(Map.of("STANDARD", "default", "FLEX", "flex", "PRIORITY", "priority"));

    private final JsonNode tree;
    private final FieldReader payload;
    private final Map<String, JsonNode> natives = new LinkedHashMap<>();
    private final List<ToolDefinition> tools = new ArrayList<>();
    private ToolChoice toolChoice;
    private OutputFormat outputFormat;
    private Sampling sampling;
    private Integer maxTokens;
    private ReasoningRequest reasoning;
    private AnswerRequest answerRequest;

    private GeminiRequestReader(JsonNode payload) throws LlmException {
        this.tree = GeminiNames.camelCase(payload);
        this.payload = new FieldReader(tree, "");
    }

    static Conversation read(JsonNode payload) throws LlmException {
        return new GeminiRequestReader(payload).conversation();
    }

    private Conversation conversation() throws LlmException {
        // the model travels in the path
        payload.ignore("model");
        List<Message> messages = new GeminiContentReader().read(payload);
        GeminiTools.read(payload.objects("tools"), GeminiTools.isValidated(tree), tools, natives);
        toolConfig();
        generationConfig();
        ServiceRequest service = ServiceRequest.of(null, TIERS.read(payload, "serviceTier"));
        natives.putAll(payload.rest());
        return new Conversation(
                messages,
                tools,
                toolChoice,
                null,
                outputFormat,
                sampling,
                maxTokens,
                reasoning,
                answerRequest,
                service,
                natives);
    }

    private void toolConfig() throws LlmException {
        FieldReader config = payload.object("toolConfig");
        FieldReader calling = config == null ? null : config.object("functionCallingConfig");
        if (calling != null) {
            toolChoice =
                    GeminiTools.readChoice(calling, tree.at("/toolConfig/functionCallingConfig/allowedFunctionNames"));
            keep("toolConfig.functionCallingConfig", calling);
        }
        if (config != null) {
            keep("toolConfig", config);
        }
    }

    private void generationConfig() throws LlmException {
        FieldReader config = payload.object("generationConfig");
        if (config == null) {
            return;
        }
        ignoreDefaults(config);
        maxTokens = config.positiveInt("maxOutputTokens");
        sampling = new Sampling(
                config.number("temperature"),
                config.number("topP"),
                config.positiveInt("topK"),
                config.strings("stopSequences"),
                config.integer("seed"),
                config.number("frequencyPenalty"),
                config.number("presencePenalty"));
        answerRequest = answerRequest(config);
        outputFormat = outputFormat(config);
        FieldReader thinking = config.object("thinkingConfig");
        if (thinking != null) {
            reasoning = GeminiThinking.read(thinking);
            keep("generationConfig.thinkingConfig", thinking);
        }
        keep("generationConfig", config);
    }

    private static void ignoreDefaults(FieldReader config) {
        config.ignoreIf("candidateCount", value -> value.asInt() == 1);
        config.ignoreIf("responseLogprobs", value -> !value.asBoolean());
        config.ignoreIf("responseMimeType", value -> value.asText().equals("text/plain"));
        config.ignoreIf(
                "responseModalities",
                value -> value.size() == 1 && value.get(0).asText().equalsIgnoreCase("TEXT"));
    }

    private static AnswerRequest answerRequest(FieldReader config) throws LlmException {
        Integer choices = config.positiveInt("candidateCount");
        Integer logProbabilities = null;
        if (Boolean.TRUE.equals(config.bool("responseLogprobs"))) {
            Long alternatives = config.integer("logprobs");
            logProbabilities = alternatives == null ? 0 : alternatives.intValue();
        }
        return new AnswerRequest(choices, logProbabilities, null);
    }

    /** Other media types than JSON stay native. */
    private OutputFormat outputFormat(FieldReader config) throws LlmException {
        if (!tree.at("/generationConfig/responseMimeType").asText().equals(JSON_TYPE)) {
            return null;
        }
        config.ignore("responseMimeType");
        JsonNode schema = config.take("responseJsonSchema");
        JsonNode openApi = config.take("responseSchema");
        if (schema == null && openApi != null) {
            schema = GeminiSchemas.fromOpenApi(openApi);
        }
        return new OutputFormat(null, null, schema, schema == null ? null : Boolean.TRUE);
    }

    private void keep(String parent, FieldReader fields) {
        fields.rest().forEach((field, value) -> natives.put(parent + "." + field, value));
    }
}
