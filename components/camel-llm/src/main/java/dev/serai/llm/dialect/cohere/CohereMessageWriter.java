/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.DataUrl;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/**
 * Writes the messages of a Cohere Chat request. What the assistant says along with tool calls is its plan, which has a
 * field of its own. One request, one thread.
 */
final class CohereMessageWriter {
    private final Losses losses;
    private final ArrayNode messages = Json.array();

    CohereMessageWriter(Losses losses) {
        this.losses = losses;
    }

    ArrayNode write(List<Message> from) throws LlmException {
        for (Message message : from) {
            if (message.name() != null) {
                losses.drop("name", "the target has no names of participants");
            }
            switch (message.role()) {
                case SYSTEM -> said("system", message);
                case USER -> said("user", message);
                case ASSISTANT -> assistant(message);
                case TOOL -> results(message);
            }
        }
        return messages;
    }

    private void said(String role, Message message) throws LlmException {
        ArrayNode content = content(message.parts());
        if (!content.isEmpty()) {
            messages.addObject().put("role", role).set("content", shortest(content));
        }
    }

    private void assistant(Message message) throws LlmException {
        ObjectNode json = messages.addObject().put("role", "assistant");
        ArrayNode calls = Json.array();
        ArrayNode content = content(message.parts());
        for (Part part : message.parts()) {
            if (part instanceof Part.ToolCall call) {
                calls.add(call(call));
            }
        }
        if (!calls.isEmpty()) {
            StringBuilder plan = new StringBuilder();
            for (int i = content.size() - 1; i >= 0; i--) {
                if (content.get(i).has("text")) {
                    plan.insert(0, content.remove(i).path("text").asText());
                }
            }
            if (!plan.isEmpty()) {
                json.put("tool_plan", plan.toString());
            }
            json.set("tool_calls", calls);
        }
        if (!content.isEmpty()) {
            json.set("content", shortest(content));
        }
    }

    static ObjectNode call(Part.ToolCall call) {
        ObjectNode json = Json.object().put("id", call.id()).put("type", "function");
        json.putObject("function").put("name", call.name()).put("arguments", call.arguments());
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
        ArrayNode content = Json.array();
        for (Part part : result.content()) {
            if (part instanceof Part.Text) {
                add(part, content);
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            } else {
                losses.drop("tool_result.content", "the target takes only text as a tool result");
            }
        }
        messages.addObject()
                .put("role", "tool")
                .put("tool_call_id", result.callId())
                .set("content", content.isEmpty() ? Json.MAPPER.valueToTree("") : shortest(content));
    }

    private ArrayNode content(List<Part> parts) throws LlmException {
        ArrayNode content = Json.array();
        for (Part part : parts) {
            add(part, content);
        }
        return content;
    }

    private void add(Part part, ArrayNode content) throws LlmException {
        if (part instanceof Part.Text text) {
            if (text.cacheMark() != null) {
                losses.drop("cache_control", "the target caches by itself and takes no marks");
            }
            if (!text.text().isEmpty()) {
                content.addObject().put("type", "text").put("text", text.text());
            }
        } else if (part instanceof Part.Refusal refusal) {
            content.addObject().put("type", "text").put("text", refusal.text());
        } else if (part instanceof Part.Reasoning reasoning) {
            content.addObject().put("type", "thinking").put("thinking", reasoning.text());
        } else if (part instanceof Part.Image image) {
            image(image, content);
        } else if (part instanceof Part.Audio) {
            losses.drop("input_audio");
        } else if (part instanceof Part.File) {
            losses.drop("file", "the target takes text documents only");
        } else if (part instanceof Part.Native other) {
            losses.drop(other.kind());
        }
    }

    private static void image(Part.Image image, ArrayNode content) {
        ObjectNode url = content.addObject().put("type", "image_url").putObject("image_url");
        url.put("url", image.url() == null ? DataUrl.of(image.mediaType(), image.base64()) : image.url());
        if (image.detail() != null) {
            url.put("detail", image.detail());
        }
    }

    /** A single text is written as a string. */
    private static JsonNode shortest(ArrayNode content) {
        return content.size() == 1 && content.get(0).has("text")
                ? content.get(0).get("text")
                : content;
    }
}
