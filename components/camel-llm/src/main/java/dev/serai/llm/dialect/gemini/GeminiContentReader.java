/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;

/**
 * Reads the contents of a request. Results without an id belong to the oldest open call of their name. What there is no
 * word for becomes a {@link Part.Native}. One request, one thread.
 */
final class GeminiContentReader {
    private record OpenCall(String id, String name) {}

    private final GeminiCallIds ids = GeminiCallIds.ofRequest();
    private final List<OpenCall> open = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();

    /** @param payload with its fields in camelCase */
    List<Message> read(FieldReader payload) throws LlmException {
        FieldReader system = payload.object("systemInstruction");
        if (system != null) {
            // the role of a system prompt means nothing
            system.ignore("role");
            List<Part> parts = new ArrayList<>();
            for (FieldReader part : system.objects("parts")) {
                parts.addAll(part(part));
            }
            natives(system, parts);
            messages.add(new Message(Role.SYSTEM, parts, null));
        }
        List<FieldReader> contents = payload.objects("contents");
        if (contents.isEmpty()) {
            throw payload.invalid("contents", "contents must be an array with at least one content");
        }
        for (FieldReader content : contents) {
            content(content);
        }
        return messages;
    }

    private void content(FieldReader content) throws LlmException {
        String role = content.string("role");
        List<Part> said = new ArrayList<>();
        List<Part> results = new ArrayList<>();
        for (FieldReader part : content.objects("parts")) {
            List<Part> read = part(part);
            boolean result = read.stream().anyMatch(Part.ToolResult.class::isInstance);
            GeminiPartReader.join(read, result ? results : said);
        }
        natives(content, said);
        switch (role == null ? "user" : role) {
            case "model" -> {
                said.addAll(results);
                messages.add(new Message(Role.ASSISTANT, said, null));
            }
            case "user", "function" -> {
                if (!results.isEmpty()) {
                    messages.add(new Message(Role.TOOL, results, null));
                }
                if (!said.isEmpty() || results.isEmpty()) {
                    messages.add(new Message(Role.USER, said, null));
                }
            }
            default -> throw content.invalid("role", content.pathOf("role") + " must be one of user, model, function");
        }
    }

    private List<Part> part(FieldReader part) throws LlmException {
        List<Part> parts = new ArrayList<>();
        words(part, parts);
        FieldReader data = part.object("inlineData");
        if (data != null) {
            parts.add(inlineData(data));
            natives(data, parts);
        }
        FieldReader file = part.object("fileData");
        if (file != null) {
            parts.add(fileData(file));
            natives(file, parts);
        }
        functions(part, parts);
        natives(part, parts);
        return parts;
    }

    /** A signature stands before what it signs, as in an answer. */
    private static void words(FieldReader part, List<Part> parts) throws LlmException {
        boolean thought = Boolean.TRUE.equals(part.bool("thought"));
        String signature = part.string("thoughtSignature");
        String text = part.string("text");
        if (thought && text != null) {
            parts.add(new Part.Reasoning(text, signature));
            return;
        }
        if (signature != null) {
            parts.add(new Part.Reasoning("", signature));
        }
        if (text != null && !(text.isEmpty() && signature != null)) {
            parts.add(new Part.Text(text, null));
        }
    }

    private void functions(FieldReader part, List<Part> parts) throws LlmException {
        FieldReader call = part.object("functionCall");
        if (call != null) {
            parts.add(call(call));
            natives(call, parts);
        }
        FieldReader response = part.object("functionResponse");
        if (response != null) {
            parts.add(result(response));
            natives(response, parts);
        }
    }

    private static Part inlineData(FieldReader data) throws LlmException {
        String mediaType = data.requiredString("mimeType");
        // Gemini takes the URL alphabet too, which nobody else does
        String base64 = data.requiredString("data").replace('-', '+').replace('_', '/');
        if (GeminiPartReader.isAudio(mediaType)) {
            return new Part.Audio(mediaType, base64, null);
        }
        return GeminiPartReader.isImage(mediaType)
                ? new Part.Image(mediaType, base64, null, null)
                : new Part.File(mediaType, base64, null, null, data.string("displayName"));
    }

    private static Part fileData(FieldReader file) throws LlmException {
        String mediaType = file.string("mimeType");
        String uri = file.requiredString("fileUri");
        if (GeminiPartReader.isAudio(mediaType)) {
            return new Part.Audio(mediaType, null, uri);
        }
        return GeminiPartReader.isImage(mediaType)
                ? new Part.Image(mediaType, null, uri, null)
                : new Part.File(mediaType, null, uri, null, file.string("displayName"));
    }

    private Part call(FieldReader call) throws LlmException {
        String name = call.requiredString("name");
        String id = ids.next(call.string("id"));
        JsonNode args = call.take("args");
        if (args != null && !args.isObject()) {
            throw call.invalid("args", call.pathOf("args") + " must be an object");
        }
        open.add(new OpenCall(id, name));
        return new Part.ToolCall(id, name, args == null ? "{}" : args.toString());
    }

    private Part result(FieldReader result) throws LlmException {
        String name = result.requiredString("name");
        String id = result.string("id");
        JsonNode response = result.take("response");
        List<Part> content = new ArrayList<>();
        String error = GeminiToolResults.read(response, content);
        for (FieldReader part : result.objects("parts")) {
            content.addAll(part(part));
        }
        return new Part.ToolResult(close(id, name, result), content, error != null);
    }

    private String close(String id, String name, FieldReader result) throws LlmException {
        for (Iterator<OpenCall> calls = open.iterator(); calls.hasNext(); ) {
            OpenCall call = calls.next();
            if (id == null ? call.name.equals(name) : call.id.equals(id)) {
                calls.remove();
                return call.id;
            }
        }
        if (id != null) {
            return id;
        }
        throw result.invalid(
                "name", result.pathOf("name") + " is " + name + ", but no functionCall of that name is open before it");
    }

    private static void natives(FieldReader from, List<Part> to) {
        from.rest().forEach((field, value) -> to.add(new Part.Native(field, value)));
    }
}
