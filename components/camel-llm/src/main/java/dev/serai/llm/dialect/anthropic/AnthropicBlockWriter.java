/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes the content blocks of a request. */
final class AnthropicBlockWriter {
    private static final String PDF = "application/pdf";

    private final Losses losses;

    AnthropicBlockWriter(Losses losses) {
        this.losses = losses;
    }

    /** An empty text is left out: Anthropic refuses it, and it says nothing. */
    void write(List<Part> parts, ArrayNode to) throws LlmException {
        for (Part part : parts) {
            if (part instanceof Part.Text text) {
                text(text, to);
            } else if (part instanceof Part.Refusal refusal) {
                // to the model a refusal in the history is what the assistant said
                to.addObject().put("type", "text").put("text", refusal.text());
            } else if (part instanceof Part.Image image) {
                image(image, to);
            } else if (part instanceof Part.Audio) {
                losses.drop("input_audio");
            } else if (part instanceof Part.File file) {
                file(file, to);
            } else if (part instanceof Part.ToolCall call) {
                toolUse(call, to);
            } else if (part instanceof Part.ToolResult result) {
                toolResult(result, to);
            } else if (part instanceof Part.Reasoning reasoning) {
                reasoning(reasoning, to);
            } else if (part instanceof Part.RedactedReasoning redacted) {
                to.addObject().put("type", "redacted_thinking").put("data", redacted.data());
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            }
        }
    }

    private static void text(Part.Text text, ArrayNode to) {
        if (!text.text().isEmpty()) {
            ObjectNode block = to.addObject().put("type", "text").put("text", text.text());
            if (text.cacheMark() != null) {
                block.set("cache_control", text.cacheMark());
            }
        }
    }

    private void image(Part.Image image, ArrayNode to) throws LlmException {
        if (image.detail() != null && !image.detail().equals("auto")) {
            losses.drop("image_url.detail", "the target has no level of detail");
        }
        ObjectNode source = to.addObject().put("type", "image").putObject("source");
        if (image.url() == null) {
            base64(source, image.mediaType(), image.base64());
        } else {
            source.put("type", "url").put("url", image.url());
        }
    }

    private void file(Part.File file, ArrayNode to) throws LlmException {
        if (file.fileId() != null) {
            losses.drop("file.file_id", "the file is stored with another provider; send its data instead");
            return;
        }
        if (file.url() == null && !PDF.equals(file.mediaType())) {
            losses.drop("file", "the target does not take documents of the type " + file.mediaType());
            return;
        }
        ObjectNode block = to.addObject().put("type", "document");
        ObjectNode source = block.putObject("source");
        if (file.url() == null) {
            base64(source, file.mediaType(), file.base64());
        } else {
            source.put("type", "url").put("url", file.url());
        }
        if (file.name() != null) {
            block.put("title", file.name());
        }
    }

    private static void base64(ObjectNode source, String mediaType, String data) {
        source.put("type", "base64").put("media_type", mediaType).put("data", data);
    }

    private static void toolUse(Part.ToolCall call, ArrayNode to) throws LlmException {
        ObjectNode input = Json.parseObject(call.arguments());
        if (input == null) {
            throw LlmException.invalid(
                    "tool_calls", "the arguments of the tool call " + call.id() + " must be a JSON object");
        }
        to.addObject()
                .put("type", "tool_use")
                .put("id", call.id())
                .put("name", call.name())
                .set("input", input);
    }

    private void toolResult(Part.ToolResult result, ArrayNode to) throws LlmException {
        ObjectNode block = to.addObject().put("type", "tool_result").put("tool_use_id", result.callId());
        ArrayNode content = Json.array();
        write(result.content(), content);
        if (content.size() == 1 && content.get(0).size() == 2 && content.get(0).has("text")) {
            block.set("content", content.get(0).get("text"));
        } else if (!content.isEmpty()) {
            block.set("content", content);
        }
        if (result.isError()) {
            block.put("is_error", true);
        }
    }

    private void reasoning(Part.Reasoning reasoning, ArrayNode to) throws LlmException {
        if (reasoning.signature() == null) {
            losses.drop("reasoning_content", "the target takes reasoning back only with its signature");
            return;
        }
        to.addObject()
                .put("type", "thinking")
                .put("thinking", reasoning.text())
                .put("signature", reasoning.signature());
    }
}
