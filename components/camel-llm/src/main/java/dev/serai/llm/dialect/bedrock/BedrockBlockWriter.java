/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes the content blocks of a request. */
final class BedrockBlockWriter {
    private final Losses losses;

    BedrockBlockWriter(Losses losses) {
        this.losses = losses;
    }

    /** An empty text is left out: Bedrock refuses it, and it says nothing. */
    void write(List<Part> parts, ArrayNode to) throws LlmException {
        for (Part part : parts) {
            if (part instanceof Part.Text text) {
                text(text, to);
            } else if (part instanceof Part.Refusal refusal) {
                // to the model a refusal in the history is what the assistant said
                to.addObject().put("text", refusal.text());
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
                to.add(reasoning(reasoning));
            } else if (part instanceof Part.RedactedReasoning redacted) {
                to.addObject().putObject("reasoningContent").put("redactedContent", redacted.data());
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            }
        }
    }

    static ObjectNode reasoning(Part.Reasoning reasoning) {
        ObjectNode block = Json.object();
        ObjectNode text =
                block.putObject("reasoningContent").putObject("reasoningText").put("text", reasoning.text());
        if (reasoning.signature() != null) {
            text.put("signature", reasoning.signature());
        }
        return block;
    }

    private static void text(Part.Text text, ArrayNode to) {
        if (text.text().isEmpty()) {
            return;
        }
        to.addObject().put("text", text.text());
        if (text.cacheMark() != null) {
            ObjectNode point = to.addObject().putObject("cachePoint").put("type", "default");
            JsonNode ttl = text.cacheMark().get("ttl");
            if (ttl != null) {
                point.set("ttl", ttl);
            }
        }
    }

    private void image(Part.Image image, ArrayNode to) throws LlmException {
        if (image.detail() != null && !image.detail().equals("auto")) {
            losses.drop("image_url.detail", "the target has no level of detail");
        }
        String format = BedrockFormats.image(image.mediaType());
        if (image.url() != null) {
            losses.drop("image_url", "the target does not fetch pictures; send the data instead of a URL");
        } else if (format == null) {
            losses.drop("image_url", "the target takes PNG, JPEG, GIF and WebP");
        } else {
            ObjectNode block = to.addObject().putObject("image").put("format", format);
            block.putObject("source").put("bytes", image.base64());
        }
    }

    private void file(Part.File file, ArrayNode to) throws LlmException {
        if (file.fileId() != null) {
            losses.drop("file.file_id", "the file is stored with another provider; send its data instead");
            return;
        }
        if (file.url() != null) {
            losses.drop("file", "the target does not fetch documents; send the data instead of a URL");
            return;
        }
        String format = BedrockFormats.document(file.mediaType());
        if (format == null) {
            losses.drop("file", "the target does not take documents of the type " + file.mediaType());
            return;
        }
        ObjectNode block = to.addObject().putObject("document");
        block.put("format", format).put("name", BedrockFormats.name(file.name()));
        block.putObject("source").put("bytes", file.base64());
    }

    private static void toolUse(Part.ToolCall call, ArrayNode to) throws LlmException {
        ObjectNode input = Json.parseObject(call.arguments());
        if (input == null) {
            throw LlmException.invalid(
                    "tool_calls", "the arguments of the tool call " + call.id() + " must be a JSON object");
        }
        to.addObject()
                .putObject("toolUse")
                .put("toolUseId", call.id())
                .put("name", call.name())
                .set("input", input);
    }

    /** The content may not be empty. */
    private void toolResult(Part.ToolResult result, ArrayNode to) throws LlmException {
        ObjectNode block = to.addObject().putObject("toolResult").put("toolUseId", result.callId());
        ArrayNode content = block.putArray("content");
        write(result.content(), content);
        if (content.isEmpty()) {
            content.addObject().put("text", " ");
        }
        if (result.isError()) {
            block.put("status", "error");
        }
    }
}
