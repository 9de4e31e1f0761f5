/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

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
import dev.serai.llm.dialect.openai.OpenAiShared;

/**
 * Reads a Responses request into the neutral conversation. What needs state on the provider's side (a stored answer, a
 * previous one, a run in the background) stays native, so that another dialect refuses it by name. One request, one thread.
 */
final class OpenAiResponsesRequestReader {
    static final String LOGPROBS = "message.output_text.logprobs";

    private final FieldReader payload;
    private final List<ToolDefinition> tools = new ArrayList<>();
    private final ArrayNode otherTools = Json.array();
    private final Map<String, JsonNode> natives = new LinkedHashMap<>();
    private String verbosity;

    private OpenAiResponsesRequestReader(JsonNode payload) throws LlmException {
        this.payload = new FieldReader(payload, "");
    }

    static Conversation read(JsonNode payload) throws LlmException {
        OpenAiResponsesInput.check(new FieldReader(payload, ""));
        return new OpenAiResponsesRequestReader(payload).conversation();
    }

    private Conversation conversation() throws LlmException {
        ignoreDefaults();
        List<Conversation.Message> messages = OpenAiResponsesInput.read(payload);
        readTools();
        return new Conversation(
                messages,
                tools,
                toolChoice(),
                payload.bool("parallel_tool_calls"),
                text(),
                new Sampling(payload.number("temperature"), payload.number("top_p"), null, null, null, null, null),
                payload.positiveInt("max_output_tokens"),
                reasoning(),
                new AnswerRequest(null, logProbabilities(), verbosity),
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
        payload.ignoreIf("store", value -> !value.asBoolean());
        payload.ignoreIf("background", value -> !value.asBoolean());
        payload.ignoreIf("truncation", value -> value.asText().equals("disabled"));
    }

    /** What else is to be included stays native; encrypted reasoning is in the neutral form anyway. */
    private Integer logProbabilities() throws LlmException {
        ArrayNode others = Json.array();
        boolean included = false;
        for (String wanted : payload.strings("include")) {
            included |= wanted.equals(LOGPROBS);
            if (!wanted.equals(LOGPROBS) && !wanted.equals("reasoning." + OpenAiResponsesReasoning.ENCRYPTED)) {
                others.add(wanted);
            }
        }
        if (!others.isEmpty()) {
            natives.put("include", others);
        }
        Long alternatives = payload.integer("top_logprobs");
        int count = alternatives == null ? 0 : alternatives.intValue();
        return included || count > 0 ? Integer.valueOf(count) : null;
    }

    private void readTools() throws LlmException {
        JsonNode declared = payload.take("tools");
        if (declared != null && !declared.isArray()) {
            throw payload.invalid("tools", "tools must be an array");
        }
        for (int i = 0; declared != null && i < declared.size(); i++) {
            FieldReader tool = new FieldReader(declared.get(i), "tools[" + i + "]");
            if ("function".equals(tool.string("type"))) {
                tools.add(new ToolDefinition(
                        tool.requiredString("name"),
                        tool.string("description"),
                        tool.take("parameters"),
                        tool.bool("strict")));
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
                case "required" -> new ToolChoice(ToolChoice.Mode.ANY, null);
                default ->
                    throw payload.invalid(
                            "tool_choice",
                            "tool_choice must be auto, none, required or an object that names a function");
            };
        }
        String name = Json.text(choice, "name");
        if ("function".equals(Json.text(choice, "type")) && name != null) {
            return new ToolChoice(ToolChoice.Mode.TOOL, name);
        }
        natives.put("tool_choice", choice);
        return null;
    }

    private OutputFormat text() throws LlmException {
        FieldReader text = payload.object("text");
        if (text == null) {
            return null;
        }
        text.ignoreIf("verbosity", value -> value.asText().equals("medium"));
        verbosity = text.string("verbosity");
        text.ignoreIf("format", value -> value.path("type").asText().equals("text"));
        FieldReader format = text.object("format");
        keep("text", text.rest());
        if (format == null) {
            return null;
        }
        String type = format.requiredString("type");
        if (type.equals("json_object")) {
            return new OutputFormat(null, null, null, null);
        }
        if (!type.equals("json_schema")) {
            throw format.invalid("type", "text.format.type must be one of json_object, json_schema, text");
        }
        OutputFormat read = new OutputFormat(
                format.string("name"), format.string("description"), format.take("schema"), format.bool("strict"));
        keep("text.format", format.rest());
        return read;
    }

    /** Whatever can be read of the reasoning is passed on, which is what a summary "auto" asks for. */
    private ReasoningRequest reasoning() throws LlmException {
        FieldReader reasoning = payload.object("reasoning");
        if (reasoning == null) {
            return null;
        }
        String effort = reasoning.string("effort");
        boolean shown = false;
        for (String field : List.of("summary", "generate_summary")) {
            shown |= isAuto(reasoning.unread().get(field));
            reasoning.ignoreIf(field, OpenAiResponsesRequestReader::isAuto);
        }
        keep("reasoning", reasoning.rest());
        if (effort == null) {
            return shown ? new ReasoningRequest(true, null, null) : null;
        }
        return effort.equals("none")
                ? new ReasoningRequest(false, null, null)
                : new ReasoningRequest(true, effort, null);
    }

    private static boolean isAuto(JsonNode summary) {
        return summary != null && summary.asText().equals("auto");
    }

    private void keep(String parent, Map<String, JsonNode> fields) {
        fields.forEach((field, value) -> natives.put(parent + "." + field, value));
    }
}
