/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.AnswerRequest;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;

/** Reads a Chat Completions request into the neutral conversation. One request, one thread. */
final class OpenAiChatRequestReader {
    private final FieldReader payload;
    private final List<ToolDefinition> tools = new ArrayList<>();
    private final ArrayNode otherTools = Json.array();
    private final Map<String, JsonNode> natives = new LinkedHashMap<>();

    private OpenAiChatRequestReader(JsonNode payload) throws LlmException {
        this.payload = new FieldReader(payload, "");
    }

    static Conversation read(JsonNode payload) throws LlmException {
        return new OpenAiChatRequestReader(payload).conversation();
    }

    private Conversation conversation() throws LlmException {
        ignoreDefaults();
        readTools();
        List<Conversation.Message> messages = new ArrayList<>();
        for (FieldReader message : payload.objects("messages")) {
            messages.add(OpenAiChatMessageReader.read(message));
        }
        if (messages.isEmpty()) {
            throw payload.invalid("messages", "messages must be an array with at least one message");
        }
        return new Conversation(
                messages,
                tools,
                toolChoice(),
                payload.bool("parallel_tool_calls"),
                outputFormat(),
                sampling(),
                maxTokens(),
                reasoning(),
                answerRequest(),
                OpenAiShared.read(payload),
                natives());
    }

    /** Once everything else is read. */
    private Map<String, JsonNode> natives() {
        natives.putAll(payload.rest());
        if (!otherTools.isEmpty()) {
            natives.put("tools", otherTools);
        }
        return natives;
    }

    /** What travels in the envelope, and values that ask for nothing special. */
    private void ignoreDefaults() {
        payload.ignore("model", "stream", "stream_options");
        payload.ignoreIf("n", value -> value.asInt() == 1);
        payload.ignoreIf("top_logprobs", value -> value.asInt() == 0);
        payload.ignoreIf("store", value -> !value.asBoolean());
        payload.ignoreIf("verbosity", value -> value.asText().equals("medium"));
        payload.ignoreIf(
                "modalities",
                value -> value.size() == 1 && value.get(0).asText().equals("text"));
        payload.ignoreIf("response_format", value -> value.path("type").asText().equals("text"));
    }

    private void readTools() throws LlmException {
        JsonNode declared = payload.take("tools");
        if (declared != null && !declared.isArray()) {
            throw payload.invalid("tools", "tools must be an array");
        }
        for (int i = 0; declared != null && i < declared.size(); i++) {
            FieldReader tool = new FieldReader(declared.get(i), "tools[" + i + "]");
            FieldReader function = tool.object("function");
            if ("function".equals(tool.string("type")) && function != null) {
                tools.add(new ToolDefinition(
                        function.requiredString("name"),
                        function.string("description"),
                        function.take("parameters"),
                        function.bool("strict")));
                natives.putAll(function.rest());
                natives.putAll(tool.rest());
            } else {
                otherTools.add(declared.get(i));
            }
        }
    }

    private ToolChoice toolChoice() throws LlmException {
        JsonNode choice = payload.take("tool_choice");
        if (choice == null) {
            return null;
        }
        if (choice.isTextual()) {
            return switch (choice.textValue()) {
                case "auto" -> new ToolChoice(ToolChoice.Mode.AUTO, null);
                case "none" -> new ToolChoice(ToolChoice.Mode.NONE, null);
                // Mistral's word, then OpenAI's
                case "any", "required" -> new ToolChoice(ToolChoice.Mode.ANY, null);
                default ->
                    throw payload.invalid(
                            "tool_choice",
                            "tool_choice must be auto, none, required or an object that names a function");
            };
        }
        String name = Json.text(choice.path("function"), "name");
        if ("function".equals(Json.text(choice, "type")) && name != null) {
            return new ToolChoice(ToolChoice.Mode.TOOL, name);
        }
        natives.put("tool_choice", choice);
        return null;
    }

    private OutputFormat outputFormat() throws LlmException {
        JsonNode format = payload.take("response_format");
        if (format == null) {
            return null;
        }
        FieldReader fields = new FieldReader(format, "response_format");
        switch (fields.requiredString("type")) {
            case "json_object" -> {
                return new OutputFormat(null, null, null, null);
            }
            case "json_schema" -> {
                FieldReader schema = fields.object("json_schema");
                if (schema == null) {
                    throw fields.invalid("json_schema", "response_format.json_schema must be an object with a schema");
                }
                return schemaFormat(schema);
            }
            default -> {
                natives.put("response_format", format);
                return null;
            }
        }
    }

    private OutputFormat schemaFormat(FieldReader schema) throws LlmException {
        OutputFormat format = new OutputFormat(
                schema.string("name"), schema.string("description"), schema.take("schema"), schema.bool("strict"));
        schema.rest().forEach((field, value) -> natives.put("response_format." + field, value));
        return format;
    }

    private Sampling sampling() throws LlmException {
        return new Sampling(
                payload.number("temperature"),
                payload.number("top_p"),
                payload.positiveInt("top_k"),
                payload.strings("stop"),
                payload.integer("seed"),
                payload.number("frequency_penalty"),
                payload.number("presence_penalty"));
    }

    private Integer maxTokens() throws LlmException {
        Integer current = payload.positiveInt("max_completion_tokens");
        Integer legacy = payload.positiveInt("max_tokens");
        return current == null ? legacy : current;
    }

    private ReasoningRequest reasoning() throws LlmException {
        String effort = payload.string("reasoning_effort");
        if (effort == null) {
            return null;
        }
        return effort.equals("none")
                ? new ReasoningRequest(false, null, null)
                : new ReasoningRequest(true, effort, null);
    }

    /** Alternatives to tokens that are not asked for stay native, since the provider refuses them. */
    private AnswerRequest answerRequest() throws LlmException {
        Integer logProbabilities = null;
        if (Boolean.TRUE.equals(payload.bool("logprobs"))) {
            Long alternatives = payload.integer("top_logprobs");
            logProbabilities = alternatives == null ? 0 : alternatives.intValue();
        }
        return new AnswerRequest(payload.positiveInt("n"), logProbabilities, payload.string("verbosity"));
    }
}
