/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.DataUrl;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes messages as instructions and input items. One request, one thread. */
final class OpenAiResponsesInputWriter {
    private final Losses losses;
    private final ArrayNode input = Json.array();

    OpenAiResponsesInputWriter(Losses losses) {
        this.losses = losses;
    }

    void write(List<Message> messages, ObjectNode request) throws LlmException {
        for (Message message : messages) {
            if (message.name() != null) {
                losses.drop("name", "the target has no names of participants");
            }
            switch (message.role()) {
                case SYSTEM -> system(message, request, message == messages.get(0));
                case USER -> said("user", content(message.parts()));
                case ASSISTANT -> assistant(message.parts());
                case TOOL -> results(message.parts());
            }
        }
        if (!messages.isEmpty() && messages.get(messages.size() - 1).role() == Role.ASSISTANT) {
            losses.drop("messages", "the last message is the assistant's, and the target cannot continue it");
        }
        request.set("input", input);
    }

    private void system(Message message, ObjectNode request, boolean first) throws LlmException {
        ArrayNode content = content(message.parts());
        if (first && isText(content)) {
            request.set("instructions", content.get(0).get("text"));
        } else {
            said("system", content);
        }
    }

    private void said(String role, ArrayNode content) {
        if (!content.isEmpty()) {
            input.addObject()
                    .put("role", role)
                    .set("content", isText(content) ? content.get(0).get("text") : content);
        }
    }

    private static boolean isText(ArrayNode content) {
        return content.size() == 1 && content.get(0).has("text");
    }

    /** Items keep the order in which the model produced them: reasoning has to stand before what follows from it. */
    private void assistant(List<Part> parts) throws LlmException {
        ArrayNode words = Json.array();
        for (Part part : parts) {
            if (part instanceof Part.Text text) {
                unmarked(text);
                words.addObject().put("type", "output_text").put("text", text.text());
            } else if (part instanceof Part.Refusal refusal) {
                words.addObject().put("type", "refusal").put("refusal", refusal.text());
            } else {
                said("assistant", words);
                words = Json.array();
                other(part);
            }
        }
        said("assistant", words);
    }

    private void other(Part part) throws LlmException {
        if (part instanceof Part.ToolCall call) {
            input.addObject()
                    .put("type", "function_call")
                    .put("call_id", call.id())
                    .put("name", call.name())
                    .put("arguments", call.arguments());
        } else if (part instanceof Part.Reasoning reasoning && reasoning.signature() == null) {
            losses.drop("reasoning_content", "the target takes reasoning back only with its encrypted content");
        } else if (part instanceof Part.Reasoning || part instanceof Part.RedactedReasoning) {
            input.add(OpenAiResponsesReasoning.replay(part));
        } else if (part instanceof Part.Native other) {
            losses.drop(other.kind());
        } else {
            losses.drop("messages", "the target takes only text and tool calls of the assistant");
        }
    }

    private void results(List<Part> parts) throws LlmException {
        for (Part part : parts) {
            if (part instanceof Part.ToolResult result) {
                if (result.isError()) {
                    losses.drop("is_error", "the target cannot mark a tool result as an error");
                }
                ArrayNode content = content(result.content());
                input.addObject()
                        .put("type", "function_call_output")
                        .put("call_id", result.callId())
                        .set("output", output(content));
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            }
        }
    }

    private static JsonNode output(ArrayNode content) {
        if (content.isEmpty()) {
            return TextNode.valueOf("");
        }
        return isText(content) ? content.get(0).get("text") : content;
    }

    private ArrayNode content(List<Part> parts) throws LlmException {
        ArrayNode content = Json.array();
        for (Part part : parts) {
            if (part instanceof Part.Text text) {
                unmarked(text);
                content.addObject().put("type", "input_text").put("text", text.text());
            } else if (part instanceof Part.Image image) {
                image(content.addObject(), image);
            } else if (part instanceof Part.Audio) {
                losses.drop("input_audio");
            } else if (part instanceof Part.File file) {
                file(content, file);
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            }
        }
        return content;
    }

    private void unmarked(Part.Text text) throws LlmException {
        if (text.cacheMark() != null) {
            losses.drop("cache_control");
        }
    }

    private static void image(ObjectNode json, Part.Image image) {
        json.put("type", "input_image");
        json.put("image_url", image.url() == null ? DataUrl.of(image.mediaType(), image.base64()) : image.url());
        if (image.detail() != null) {
            json.put("detail", image.detail());
        }
    }

    private void file(ArrayNode content, Part.File file) throws LlmException {
        if (DataUrl.isVideo(file.mediaType())) {
            losses.drop("file", "the target takes no video");
            return;
        }
        if (file.fileId() != null) {
            losses.drop("file.file_id", "the file may be stored with another provider; send its data instead");
            return;
        }
        ObjectNode json = content.addObject().put("type", "input_file");
        if (file.url() != null) {
            json.put("file_url", file.url());
            if (file.name() != null) {
                json.put("filename", file.name());
            }
            return;
        }
        json.put("filename", DataUrl.fileName(file.name()));
        json.put("file_data", DataUrl.of(file.mediaType(), file.base64()));
    }
}
