/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

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

/** Reads a Messages request into the neutral conversation. One request, one thread. */
final class AnthropicRequestReader {
    /** Here it says whether to use capacity that was paid for in advance; not to is a tier of others too. */
    static final ServiceTiers TIERS = new ServiceTiers(Map.of("standard_only", "default"));

    private final FieldReader payload;
    private final Map<String, JsonNode> natives = new LinkedHashMap<>();
    private final List<ToolDefinition> tools = new ArrayList<>();
    private ToolChoice toolChoice;
    private Boolean parallelToolCalls;
    private OutputFormat outputFormat;
    private String effort;

    private AnthropicRequestReader(JsonNode payload) throws LlmException {
        this.payload = new FieldReader(payload, "");
    }

    static Conversation read(JsonNode payload) throws LlmException {
        return new AnthropicRequestReader(payload).conversation();
    }

    private Conversation conversation() throws LlmException {
        // the model, the stream flag and the API version travel in the envelope
        payload.ignore("model", "stream", "anthropic_version");
        payload.ignoreIf("service_tier", value -> value.asText().equals("auto"));
        String tier = TIERS.read(payload, "service_tier");
        List<Message> messages = BlockTurns.read(payload, AnthropicBlockReader::read);
        tools();
        toolChoice();
        outputConfig();
        Sampling sampling = sampling();
        Integer maxTokens = payload.positiveInt("max_tokens");
        ReasoningRequest reasoning = reasoning();
        String endUser = endUser();
        natives.putAll(payload.rest());
        return new Conversation(
                messages,
                tools,
                toolChoice,
                parallelToolCalls,
                outputFormat,
                sampling,
                maxTokens,
                reasoning,
                null,
                ServiceRequest.of(endUser, tier),
                natives);
    }

    private void tools() throws LlmException {
        JsonNode declared = payload.take("tools");
        if (declared != null && !declared.isArray()) {
            throw payload.invalid("tools", "tools must be an array");
        }
        ArrayNode others = Json.array();
        for (int i = 0; declared != null && i < declared.size(); i++) {
            if (AnthropicTools.isFunction(declared.get(i))) {
                tools.add(AnthropicTools.read(declared.get(i), "tools[" + i + "]", natives));
            } else {
                others.add(declared.get(i));
            }
        }
        if (!others.isEmpty()) {
            natives.put("tools", others);
        }
    }

    private void toolChoice() throws LlmException {
        FieldReader choice = payload.object("tool_choice");
        if (choice == null) {
            return;
        }
        toolChoice = AnthropicTools.readChoice(choice);
        Boolean disabled = choice.bool("disable_parallel_tool_use");
        parallelToolCalls = disabled == null ? null : !disabled;
        keep("tool_choice", choice.rest());
    }

    private void outputConfig() throws LlmException {
        FieldReader config = payload.object("output_config");
        // the beta's name for output_config.format
        FieldReader format = payload.object("output_format");
        if (config != null) {
            effort = config.string("effort");
            FieldReader current = config.object("format");
            format = current == null ? format : current;
            keep("output_config", config.rest());
        }
        if (format != null) {
            format.ignoreIf("type", type -> type.asText().equals("json_schema"));
            outputFormat = new OutputFormat(null, null, format.take("schema"), true);
            keep("output_config.format", format.rest());
        }
    }

    private Sampling sampling() throws LlmException {
        return new Sampling(
                payload.number("temperature"),
                payload.number("top_p"),
                payload.positiveInt("top_k"),
                payload.strings("stop_sequences"),
                null,
                null,
                null);
    }

    private ReasoningRequest reasoning() throws LlmException {
        FieldReader thinking = payload.object("thinking");
        if (thinking == null) {
            return effort == null ? null : new ReasoningRequest(null, effort, null);
        }
        String type = thinking.requiredString("type");
        Integer budget = thinking.positiveInt("budget_tokens");
        keep("thinking", thinking.rest());
        return switch (type) {
            case "enabled", "adaptive" -> new ReasoningRequest(true, effort, budget);
            case "disabled" -> new ReasoningRequest(false, effort, null);
            default -> throw thinking.invalid("type", "thinking.type must be one of enabled, adaptive, disabled");
        };
    }

    private String endUser() throws LlmException {
        FieldReader metadata = payload.object("metadata");
        if (metadata == null) {
            return null;
        }
        String user = metadata.string("user_id");
        keep("metadata", metadata.rest());
        return user;
    }

    private void keep(String parent, Map<String, JsonNode> fields) {
        fields.forEach((field, value) -> natives.put(parent + "." + field, value));
    }
}
