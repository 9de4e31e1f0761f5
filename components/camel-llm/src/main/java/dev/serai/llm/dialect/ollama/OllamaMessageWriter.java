/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/**
 * Writes the messages of an Ollama request: one text each, with pictures beside it. A result names its tool, which the
 * call's id leads to. One request, one thread.
 */
final class OllamaMessageWriter {
    private final Losses losses;
    private final ArrayNode messages = Json.array();
    private final Map<String, String> toolOfCall = new HashMap<>();

    OllamaMessageWriter(Losses losses) {
        this.losses = losses;
    }

    ArrayNode write(List<Message> from) throws LlmException {
        for (Message message : from) {
            if (message.name() != null) {
                losses.drop("name", "the target has no names of participants");
            }
            switch (message.role()) {
                case TOOL -> results(message);
                default -> said(message.role().name().toLowerCase(Locale.ROOT), message);
            }
        }
        return messages;
    }

    private void said(String role, Message message) throws LlmException {
        ObjectNode json = messages.addObject().put("role", role);
        StringBuilder text = new StringBuilder();
        StringBuilder thinking = new StringBuilder();
        for (Part part : message.parts()) {
            if (part instanceof Part.Text said) {
                text.append(text(said, text));
            } else if (part instanceof Part.Refusal refusal) {
                text.append(refusal.text());
            } else if (part instanceof Part.Reasoning reasoning) {
                thinking.append(reasoning.text());
            } else if (part instanceof Part.ToolCall call) {
                json.withArrayProperty("tool_calls").add(call(call));
            } else {
                other(part, json);
            }
        }
        json.put("content", text.toString());
        if (!thinking.isEmpty()) {
            json.put("thinking", thinking.toString());
        }
    }

    /** Several texts become paragraphs of one. */
    private String text(Part.Text part, StringBuilder before) throws LlmException {
        if (part.cacheMark() != null) {
            losses.drop("cache_control", "the target caches by itself and takes no marks");
        }
        return before.isEmpty() || part.text().isEmpty() ? part.text() : "\n\n" + part.text();
    }

    private void other(Part part, ObjectNode json) throws LlmException {
        if (part instanceof Part.Image image) {
            if (image.url() != null) {
                losses.drop("image_url", "the target does not fetch pictures; send the data instead of a URL");
                return;
            }
            if (image.detail() != null && !image.detail().equals("auto")) {
                losses.drop("image_url.detail", "the target has no level of detail");
            }
            json.withArrayProperty("images").add(image.base64());
        } else if (part instanceof Part.Audio) {
            losses.drop("input_audio");
        } else if (part instanceof Part.File) {
            losses.drop("file", "the target takes no documents");
        } else if (part instanceof Part.Native other) {
            losses.drop(other.kind());
        }
    }

    private ObjectNode call(Part.ToolCall call) throws LlmException {
        ObjectNode arguments = Json.parseObject(call.arguments());
        if (arguments == null) {
            throw LlmException.invalid(
                    "tool_calls", "the arguments of the tool call " + call.id() + " must be a JSON object");
        }
        toolOfCall.put(call.id(), call.name());
        return callOf(call.id(), call.name(), arguments);
    }

    static ObjectNode callOf(String id, String name, ObjectNode arguments) {
        ObjectNode json = Json.object();
        if (id != null && !id.isEmpty()) {
            json.put("id", id);
        }
        json.putObject("function").put("name", name).set("arguments", arguments);
        return json;
    }

    private void results(Message message) throws LlmException {
        for (Part part : message.parts()) {
            if (part instanceof Part.ToolResult result) {
                result(result);
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            }
        }
    }

    private void result(Part.ToolResult result) throws LlmException {
        if (result.isError()) {
            losses.drop("is_error", "the target cannot mark a tool result as an error");
        }
        StringBuilder text = new StringBuilder();
        for (Part part : result.content()) {
            if (part instanceof Part.Text said) {
                text.append(text(said, text));
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            } else {
                losses.drop("tool_result.content", "the target takes only text as a tool result");
            }
        }
        ObjectNode json = messages.addObject().put("role", "tool").put("content", text.toString());
        if (toolOfCall.containsKey(result.callId())) {
            json.put("tool_name", toolOfCall.get(result.callId()));
        }
        json.put("tool_call_id", result.callId());
    }
}
