/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;

/** Reads a Cohere Chat request into the neutral conversation. One request, one thread. */
final class CohereRequestReader {
    private final FieldReader payload;
    private final Map<String, JsonNode> natives = new LinkedHashMap<>();

    private CohereRequestReader(JsonNode payload) throws LlmException {
        this.payload = new FieldReader(payload, "");
    }

    static Conversation read(JsonNode payload) throws LlmException {
        return new CohereRequestReader(payload).conversation();
    }

    private Conversation conversation() throws LlmException {
        payload.ignore("model", "stream");
        payload.ignoreIf("response_format", value -> value.path("type").asText().equals("text"));
        payload.ignoreIf("logprobs", value -> !value.asBoolean());
        List<Message> messages = messages();
        List<ToolDefinition> tools = tools();
        ToolChoice choice = toolChoice();
        OutputFormat format = outputFormat();
        Sampling sampling = new Sampling(
                payload.number("temperature"),
                payload.number("p"),
                payload.positiveInt("k"),
                payload.strings("stop_sequences"),
                payload.integer("seed"),
                payload.number("frequency_penalty"),
                payload.number("presence_penalty"));
        Integer maxTokens = payload.positiveInt("max_tokens");
        ReasoningRequest reasoning = reasoning();
        natives.putAll(payload.rest());
        return new Conversation(
                messages, tools, choice, null, format, sampling, maxTokens, reasoning, null, null, natives);
    }

    private List<Message> messages() throws LlmException {
        JsonNode declared = payload.take("messages");
        if (declared == null || !declared.isArray() || declared.isEmpty()) {
            throw payload.invalid("messages", "messages must be an array with at least one message");
        }
        List<Message> messages = new ArrayList<>();
        for (JsonNode message : declared) {
            List<Part> parts = new ArrayList<>();
            switch (message.path("role").asText()) {
                case "system" -> messages.add(message(Role.SYSTEM, message, parts));
                case "user" -> messages.add(message(Role.USER, message, parts));
                case "assistant" -> messages.add(message(Role.ASSISTANT, message, parts));
                case "tool" -> {
                    CohereContent.blocks(message.path("content"), parts);
                    List<Part> result = new ArrayList<>();
                    result.add(new Part.ToolResult(message.path("tool_call_id").asText(), parts, false));
                    CohereContent.natives(message, CohereContent.READ_FIELDS, result);
                    messages.add(new Message(Role.TOOL, result, null));
                }
                default ->
                    throw payload.invalid("messages", "a message's role must be one of system, user, assistant, tool");
            }
        }
        return messages;
    }

    private static Message message(Role role, JsonNode json, List<Part> parts) {
        CohereContent.read(json, parts);
        return new Message(role, parts, null);
    }

    private List<ToolDefinition> tools() throws LlmException {
        Boolean strict = payload.bool("strict_tools");
        List<ToolDefinition> tools = new ArrayList<>();
        for (FieldReader tool : payload.objects("tools")) {
            tool.ignore("type");
            FieldReader function = tool.object("function");
            if (function == null) {
                throw tool.invalid("function", tool.pathOf("function") + " must be an object with a name");
            }
            tools.add(new ToolDefinition(
                    function.requiredString("name"),
                    function.string("description"),
                    function.take("parameters"),
                    strict));
            natives.putAll(function.rest());
            natives.putAll(tool.rest());
        }
        return tools;
    }

    private ToolChoice toolChoice() throws LlmException {
        String choice = payload.string("tool_choice");
        if (choice == null) {
            return null;
        }
        return switch (choice) {
            case "REQUIRED" -> new ToolChoice(ToolChoice.Mode.ANY, null);
            case "NONE" -> new ToolChoice(ToolChoice.Mode.NONE, null);
            default -> throw payload.invalid("tool_choice", "tool_choice must be REQUIRED or NONE");
        };
    }

    private OutputFormat outputFormat() throws LlmException {
        FieldReader format = payload.object("response_format");
        if (format == null) {
            return null;
        }
        format.ignore("type");
        JsonNode schema = format.take("json_schema");
        JsonNode older = format.take("schema");
        natives.putAll(format.rest());
        JsonNode known = schema == null ? older : schema;
        return new OutputFormat(null, null, Json.present(known) ? known : null, true);
    }

    private ReasoningRequest reasoning() throws LlmException {
        FieldReader thinking = payload.object("thinking");
        if (thinking == null) {
            return null;
        }
        boolean enabled = !"disabled".equals(thinking.string("type"));
        Integer budget = thinking.positiveInt("token_budget");
        thinking.rest().forEach((field, value) -> natives.put("thinking." + field, value));
        return new ReasoningRequest(enabled, null, budget);
    }
}
