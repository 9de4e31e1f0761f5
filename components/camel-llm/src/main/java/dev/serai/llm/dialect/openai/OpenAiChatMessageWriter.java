/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.DataUrl;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes the messages of a Chat Completions request. */
final class OpenAiChatMessageWriter {
    private final Losses losses;
    private final ArrayNode messages = Json.array();

    OpenAiChatMessageWriter(Losses losses) {
        this.losses = losses;
    }

    ArrayNode write(List<Message> from) throws LlmException {
        for (Message message : from) {
            switch (message.role()) {
                case SYSTEM -> withContent("system", message);
                case USER -> withContent("user", message);
                case ASSISTANT -> assistant(message);
                case TOOL -> toolResults(message);
            }
        }
        if (!from.isEmpty() && from.get(from.size() - 1).role() == Role.ASSISTANT) {
            losses.drop("messages", "the last message is the assistant's, and the target cannot continue it");
        }
        return messages;
    }

    private void withContent(String role, Message message) throws LlmException {
        ArrayNode content = content(message.parts());
        if (!content.isEmpty()) {
            add(role, message).set("content", shortest(content));
        }
    }

    private void assistant(Message message) throws LlmException {
        List<Part> said = new ArrayList<>();
        ArrayNode calls = Json.array();
        StringBuilder refusal = new StringBuilder();
        for (Part part : message.parts()) {
            if (part instanceof Part.ToolCall call) {
                calls.add(call(call));
            } else if (part instanceof Part.Refusal refused) {
                refusal.append(refused.text());
            } else {
                said.add(part);
            }
        }
        ArrayNode content = content(said);
        ObjectNode json = add("assistant", message);
        OpenAiChatReasoning.write(json, said);
        json.set("content", content.isEmpty() ? NullNode.instance : shortest(content));
        if (!refusal.isEmpty()) {
            json.put("refusal", refusal.toString());
        }
        if (!calls.isEmpty()) {
            json.set("tool_calls", calls);
        }
    }

    private void toolResults(Message message) throws LlmException {
        for (Part part : message.parts()) {
            if (part instanceof Part.ToolResult result) {
                toolResult(result);
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            }
        }
    }

    private void toolResult(Part.ToolResult result) throws LlmException {
        if (result.isError()) {
            losses.drop("is_error", "the target cannot mark a tool result as an error");
        }
        List<Part> texts = new ArrayList<>();
        for (Part part : result.content()) {
            if (part instanceof Part.Image || part instanceof Part.Audio || part instanceof Part.File) {
                losses.drop("tool_result.content", "the target takes only text as a tool's result");
            } else {
                texts.add(part);
            }
        }
        ArrayNode content = content(texts);
        messages.addObject()
                .put("role", "tool")
                .put("tool_call_id", result.callId())
                .set("content", content.isEmpty() ? TextNode.valueOf("") : shortest(content));
    }

    private ObjectNode add(String role, Message message) {
        ObjectNode json = messages.addObject().put("role", role);
        if (message.name() != null) {
            json.put("name", message.name());
        }
        return json;
    }

    /** A single text is written as a string: every provider takes that. */
    private static JsonNode shortest(ArrayNode content) {
        boolean plain =
                content.size() == 1 && content.get(0).path("type").asText().equals("text");
        return plain ? content.get(0).get("text") : content;
    }

    private ArrayNode content(List<Part> parts) throws LlmException {
        ArrayNode content = Json.array();
        for (Part part : parts) {
            if (part instanceof Part.Text text) {
                if (text.cacheMark() != null) {
                    losses.drop("cache_control");
                }
                content.addObject().put("type", "text").put("text", text.text());
            } else if (part instanceof Part.Image image) {
                image(content, image);
            } else if (part instanceof Part.Audio audio) {
                audio(content, audio);
            } else if (part instanceof Part.File file) {
                file(content, file);
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            }
        }
        return content;
    }

    private static void image(ArrayNode content, Part.Image image) {
        ObjectNode json = content.addObject().put("type", "image_url").putObject("image_url");
        json.put("url", image.url() == null ? DataUrl.of(image.mediaType(), image.base64()) : image.url());
        if (image.detail() != null) {
            json.put("detail", image.detail());
        }
    }

    private void audio(ArrayNode content, Part.Audio audio) throws LlmException {
        String format = OpenAiChatAudio.format(audio.mediaType());
        if (format == null || audio.base64() == null) {
            losses.drop("input_audio", "the target takes audio only as base64 data, wav or mp3");
            return;
        }
        content.addObject()
                .put("type", "input_audio")
                .putObject("input_audio")
                .put("data", audio.base64())
                .put("format", format);
    }

    private void file(ArrayNode content, Part.File file) throws LlmException {
        if (file.base64() == null) {
            losses.drop("file", "the target takes a document only as base64 data");
            return;
        }
        if (DataUrl.isVideo(file.mediaType())) {
            losses.drop("file", "the target takes no video");
            return;
        }
        ObjectNode json = content.addObject().put("type", "file").putObject("file");
        json.put("filename", DataUrl.fileName(file.name()));
        json.put("file_data", DataUrl.of(file.mediaType(), file.base64()));
    }

    private static ObjectNode call(Part.ToolCall call) {
        ObjectNode json = Json.object().put("id", call.id()).put("type", "function");
        json.putObject("function").put("name", call.name()).put("arguments", call.arguments());
        return json;
    }
}
