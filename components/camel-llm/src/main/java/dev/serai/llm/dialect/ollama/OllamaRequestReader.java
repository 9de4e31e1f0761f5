/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

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
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;

/**
 * Reads an Ollama request into the neutral conversation. Calls and results often have no ids here, so that they are
 * counted: the n-th result answers the n-th call. One request, one thread.
 */
final class OllamaRequestReader {
    private final FieldReader payload;
    private final Map<String, JsonNode> natives = new LinkedHashMap<>();
    private Sampling sampling;
    private Integer maxTokens;
    private int calls;
    private int results;

    private OllamaRequestReader(JsonNode payload) throws LlmException {
        this.payload = new FieldReader(payload, "");
    }

    static Conversation read(JsonNode payload) throws LlmException {
        return new OllamaRequestReader(payload).conversation();
    }

    private Conversation conversation() throws LlmException {
        payload.ignore("model", "stream");
        payload.ignoreIf("logprobs", value -> !value.asBoolean());
        payload.ignoreIf(
                "format", value -> value.isTextual() && value.textValue().isEmpty());
        List<Message> messages = messages();
        List<ToolDefinition> tools = tools();
        OutputFormat format = outputFormat();
        options();
        ReasoningRequest reasoning = reasoning();
        natives.putAll(payload.rest());
        return new Conversation(
                messages, tools, null, null, format, sampling, maxTokens, reasoning, null, null, natives);
    }

    private List<Message> messages() throws LlmException {
        JsonNode declared = payload.take("messages");
        if (declared == null || !declared.isArray() || declared.isEmpty()) {
            throw payload.invalid("messages", "messages must be an array with at least one message");
        }
        List<Message> messages = new ArrayList<>();
        for (JsonNode message : declared) {
            List<Part> parts = new ArrayList<>();
            OllamaContent.read(message, parts);
            switch (message.path("role").asText()) {
                case "system" -> messages.add(new Message(Role.SYSTEM, parts, null));
                case "user" -> messages.add(new Message(Role.USER, parts, null));
                case "assistant" -> messages.add(new Message(Role.ASSISTANT, identified(parts), null));
                case "tool" -> messages.add(new Message(Role.TOOL, List.of(result(message, parts)), null));
                default ->
                    throw payload.invalid("messages", "a message's role must be one of system, user, assistant, tool");
            }
        }
        return messages;
    }

    private List<Part> identified(List<Part> parts) {
        parts.replaceAll(part -> {
            if (!(part instanceof Part.ToolCall call)) {
                return part;
            }
            String id = "call_" + calls++;
            return call.id().isEmpty() ? new Part.ToolCall(id, call.name(), call.arguments()) : call;
        });
        return parts;
    }

    private Part result(JsonNode message, List<Part> parts) {
        String id = "call_" + results++;
        String own = Json.nonEmpty(message, "tool_call_id");
        return new Part.ToolResult(own == null ? id : own, parts, false);
    }

    private List<ToolDefinition> tools() throws LlmException {
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
                    null));
            natives.putAll(function.rest());
            natives.putAll(tool.rest());
        }
        return tools;
    }

    private OutputFormat outputFormat() throws LlmException {
        JsonNode format = payload.take("format");
        if (format == null) {
            return null;
        }
        if (!format.isObject() && !format.asText().equals("json")) {
            throw payload.invalid("format", "format must be json or a JSON schema");
        }
        return new OutputFormat(null, null, format.isObject() ? format : null, format.isObject() ? true : null);
    }

    private void options() throws LlmException {
        FieldReader options = payload.object("options");
        if (options == null) {
            return;
        }
        options.ignoreIf("num_predict", value -> value.asLong() < 0);
        maxTokens = options.positiveInt("num_predict");
        sampling = new Sampling(
                options.number("temperature"),
                options.number("top_p"),
                options.positiveInt("top_k"),
                options.strings("stop"),
                options.integer("seed"),
                options.number("frequency_penalty"),
                options.number("presence_penalty"));
        options.rest().forEach((field, value) -> natives.put("options." + field, value));
    }

    private ReasoningRequest reasoning() {
        JsonNode think = payload.take("think");
        if (think == null) {
            return null;
        }
        return think.isTextual()
                ? new ReasoningRequest(true, think.textValue(), null)
                : new ReasoningRequest(think.asBoolean(), null, null);
    }
}
