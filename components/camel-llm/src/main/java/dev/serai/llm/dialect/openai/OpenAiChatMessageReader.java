/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.DataUrl;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;

/** Reads one message of a Chat Completions request. What it has no word for becomes a {@link Part.Native}. */
final class OpenAiChatMessageReader {
    private final FieldReader message;
    private final List<Part> parts = new ArrayList<>();

    private OpenAiChatMessageReader(FieldReader message) {
        this.message = message;
    }

    static Message read(FieldReader message) throws LlmException {
        return new OpenAiChatMessageReader(message).message();
    }

    private Message message() throws LlmException {
        String role = message.requiredString("role");
        return switch (role) {
            case "system", "developer" -> withContent(Role.SYSTEM);
            case "user" -> withContent(Role.USER);
            case "assistant" -> assistant();
            case "tool" -> toolResult();
            case "function" -> {
                JsonNode name = message.take("name");
                parts.add(new Part.Native("function", name == null ? message.take("content") : name));
                yield new Message(Role.TOOL, parts, null);
            }
            default ->
                throw message.invalid(
                        "role",
                        message.pathOf("role") + " must be one of developer, system, user, assistant, tool, function");
        };
    }

    private Message withContent(Role role) throws LlmException {
        content(parts);
        return finish(role, message.string("name"));
    }

    private Message assistant() throws LlmException {
        ObjectNode reasoning = Json.object();
        for (String field : OpenAiChatReasoning.FIELDS) {
            reasoning.set(field, message.take(field));
        }
        parts.addAll(OpenAiChatReasoning.read(reasoning));
        content(parts);
        String refusal = message.string("refusal");
        if (refusal != null) {
            parts.add(new Part.Refusal(refusal));
        }
        for (FieldReader call : message.objects("tool_calls")) {
            toolCall(call);
        }
        // a note about an earlier answer, which the model does not read
        message.ignore(OpenAiCitations.ANNOTATIONS);
        return finish(Role.ASSISTANT, message.string("name"));
    }

    private Message toolResult() throws LlmException {
        String callId = message.requiredString("tool_call_id");
        List<Part> content = new ArrayList<>();
        content(content);
        parts.add(new Part.ToolResult(callId, content, false));
        // some frameworks repeat the tool's name here; the call's id says it already
        message.ignore("name");
        return finish(Role.TOOL, null);
    }

    private Message finish(Role role, String name) {
        addNatives(message.rest(), parts);
        return new Message(role, parts, name);
    }

    private void content(List<Part> to) throws LlmException {
        JsonNode content = message.take("content");
        if (content == null) {
            return;
        }
        if (content.isTextual()) {
            to.add(new Part.Text(content.textValue(), null));
            return;
        }
        String path = message.pathOf("content");
        if (!content.isArray()) {
            throw LlmException.invalid(path, path + " must be a string or an array of content parts");
        }
        for (int i = 0; i < content.size(); i++) {
            part(content.get(i), path + "[" + i + "]", to);
        }
    }

    private static void part(JsonNode json, String path, List<Part> to) throws LlmException {
        FieldReader part = new FieldReader(json, path);
        String type = part.requiredString("type");
        switch (type) {
            case "text" -> to.add(new Part.Text(part.requiredString("text"), part.take("cache_control")));
            case "refusal" -> to.add(new Part.Refusal(part.requiredString("refusal")));
            case "image_url" -> image(part, to);
            case "file" -> file(part, to);
            case "input_audio" -> audio(part, json, to);
            case "thinking" -> {
                to.add(OpenAiChatReasoning.thinking(json));
                part.ignore("thinking", "closed", "signature");
            }
            default -> {
                to.add(new Part.Native(type, json));
                return;
            }
        }
        addNatives(part.rest(), to);
    }

    private static void image(FieldReader part, List<Part> to) throws LlmException {
        // Mistral takes the bare URL too
        part.replace("image_url", JsonNode::isTextual, url -> Json.object().set("url", url));
        FieldReader image = part.object("image_url");
        if (image == null) {
            throw part.invalid("image_url", part.pathOf("image_url") + " must be an object with a url");
        }
        String url = image.requiredString("url");
        String detail = image.string("detail");
        DataUrl data = DataUrl.parse(url);
        to.add(
                data == null
                        ? new Part.Image(null, null, url, detail)
                        : new Part.Image(data.mediaType(), data.base64(), null, detail));
        addNatives(image.rest(), to);
    }

    /** Mistral takes the bare data, whose format nobody else would guess. */
    private static void audio(FieldReader part, JsonNode json, List<Part> to) throws LlmException {
        if (json.path("input_audio").isTextual()) {
            to.add(new Part.Native("input_audio", part.take("input_audio")));
            return;
        }
        FieldReader audio = part.object("input_audio");
        if (audio == null) {
            throw part.invalid("input_audio", part.pathOf("input_audio") + " must be an object with data and format");
        }
        to.add(OpenAiChatAudio.read(audio));
        addNatives(audio.rest(), to);
    }

    private static void file(FieldReader part, List<Part> to) throws LlmException {
        FieldReader file = part.object("file");
        if (file == null) {
            throw part.invalid("file", part.pathOf("file") + " must be an object with file_data or file_id");
        }
        String name = DataUrl.givenName(file.string("filename"));
        String fileId = file.string("file_id");
        DataUrl data = fileId == null ? DataUrl.parse(file.requiredString("file_data")) : null;
        if (fileId == null && data == null) {
            throw file.invalid(
                    "file_data",
                    file.pathOf("file_data") + " must be a data URL such as data:application/pdf;base64,JVBERi0x");
        }
        to.add(
                data == null
                        ? new Part.File(null, null, null, fileId, name)
                        : new Part.File(data.mediaType(), data.base64(), null, null, name));
        addNatives(file.rest(), to);
    }

    private void toolCall(FieldReader call) throws LlmException {
        call.ignore("index");
        String type = call.string("type");
        FieldReader function = call.object("function");
        if (function == null) {
            parts.add(new Part.Native(
                    type == null ? "tool_calls" : type, Json.object().setAll(call.rest())));
            return;
        }
        String name = function.requiredString("name");
        String arguments = function.string("arguments");
        arguments = arguments == null || arguments.isBlank() ? "{}" : arguments;
        if (Json.parseObject(arguments) == null) {
            String path = function.pathOf("arguments");
            throw LlmException.invalid(path, path + " must be a string that holds a JSON object");
        }
        parts.add(new Part.ToolCall(call.requiredString("id"), name, arguments));
        addNatives(function.rest(), parts);
        addNatives(call.rest(), parts);
    }

    private static void addNatives(Map<String, JsonNode> rest, List<Part> to) {
        rest.forEach((field, value) -> to.add(new Part.Native(field, value)));
    }
}
