/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ServiceRequest;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.dialect.BlockTurns;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.ServiceTiers;

/** Reads a Converse request into the neutral conversation. One request, one thread. */
final class BedrockRequestReader {
    static final ServiceTiers TIERS =
            new ServiceTiers(Map.of("default", "default", "flex", "flex", "priority", "priority"));

    private final FieldReader payload;
    private final Map<String, JsonNode> natives = new LinkedHashMap<>();
    private final List<ToolDefinition> tools = new ArrayList<>();
    private ToolChoice toolChoice;
    private OutputFormat outputFormat;
    private ReasoningRequest reasoning;
    private Sampling sampling;
    private Integer maxTokens;

    private BedrockRequestReader(JsonNode payload) throws LlmException {
        this.payload = new FieldReader(payload, "");
    }

    static Conversation read(JsonNode payload) throws LlmException {
        return new BedrockRequestReader(payload).conversation();
    }

    private Conversation conversation() throws LlmException {
        payload.ignore("model", "stream");
        List<Message> messages = BlockTurns.read(payload, BedrockBlockReader::read);
        inference();
        toolConfig();
        outputConfig();
        thinking();
        ServiceRequest service = ServiceRequest.of(endUser(), tier());
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
                null,
                service,
                natives);
    }

    private void inference() throws LlmException {
        FieldReader config = payload.object("inferenceConfig");
        if (config == null) {
            return;
        }
        maxTokens = config.positiveInt("maxTokens");
        sampling = new Sampling(
                config.number("temperature"),
                config.number("topP"),
                null,
                config.strings("stopSequences"),
                null,
                null,
                null);
        keep("inferenceConfig", config.rest());
    }

    private void toolConfig() throws LlmException {
        FieldReader config = payload.object("toolConfig");
        if (config == null) {
            return;
        }
        ArrayNode others = Json.array();
        for (FieldReader tool : config.objects("tools")) {
            FieldReader spec = tool.object("toolSpec");
            if (spec != null) {
                tools.add(BedrockTools.read(spec, natives));
            } else {
                others.add(Json.object().setAll(tool.rest()));
            }
        }
        if (!others.isEmpty()) {
            natives.put("toolConfig.tools", others);
        }
        JsonNode choice = config.take("toolChoice");
        toolChoice = choice == null ? null : BedrockTools.readChoice(choice, config);
        keep("toolConfig", config.rest());
    }

    private void outputConfig() throws LlmException {
        FieldReader config = payload.object("outputConfig");
        if (config == null) {
            return;
        }
        String effort = config.string("effort");
        reasoning = effort == null ? null : new ReasoningRequest(null, effort, null);
        JsonNode format = config.take("textFormat");
        if (format != null) {
            JsonNode schema = format.at("/structure/jsonSchema");
            JsonNode parsed = Json.parseObject(schema.path("schema").asText());
            outputFormat = new OutputFormat(Json.text(schema, "name"), Json.text(schema, "description"), parsed, true);
        }
        keep("outputConfig", config.rest());
    }

    /** What the writer of this dialect leaves to the model, whose fields these are; all others stay native. */
    private void thinking() throws LlmException {
        FieldReader extra = payload.object("additionalModelRequestFields");
        if (extra == null) {
            return;
        }
        FieldReader thinking = extra.object("thinking");
        if (thinking != null) {
            String effort = reasoning == null ? null : reasoning.effort();
            boolean off = "disabled".equals(thinking.string("type"));
            reasoning = new ReasoningRequest(!off, effort, off ? null : thinking.positiveInt("budget_tokens"));
            keep("additionalModelRequestFields.thinking", thinking.rest());
        }
        keep("additionalModelRequestFields", extra.rest());
    }

    private String endUser() throws LlmException {
        FieldReader metadata = payload.object("requestMetadata");
        if (metadata == null) {
            return null;
        }
        String user = metadata.string("user_id");
        keep("requestMetadata", metadata.rest());
        return user;
    }

    private String tier() throws LlmException {
        FieldReader service = payload.object("serviceTier");
        if (service == null) {
            return null;
        }
        String tier = TIERS.read(service, "type");
        keep("serviceTier", service.rest());
        return tier;
    }

    private void keep(String parent, Map<String, JsonNode> fields) {
        fields.forEach((field, value) -> natives.put(parent + "." + field, value));
    }
}
