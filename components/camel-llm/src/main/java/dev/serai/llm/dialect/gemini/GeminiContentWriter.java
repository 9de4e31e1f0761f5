/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/**
 * Writes the messages by Gemini's rules: the system prompt stands apart, and the results of parallel calls share one
 * content. A result names its function, which only its call knows elsewhere. One request, one thread.
 */
final class GeminiContentWriter {
    private final Losses losses;
    private final GeminiPartWriter parts;
    private final Map<String, String> nameOfCall = new HashMap<>();
    private final ArrayNode system = Json.array();
    private final ArrayNode contents = Json.array();

    GeminiContentWriter(Losses losses) {
        this.losses = losses;
        this.parts = new GeminiPartWriter(losses);
    }

    void write(List<Message> messages, ObjectNode request) throws LlmException {
        Role before = null;
        for (Message message : messages) {
            if (message.name() != null) {
                losses.drop("name", "the target has no names of participants");
            }
            add(message, before);
            before = message.role();
        }
        if (!system.isEmpty()) {
            request.putObject("systemInstruction").set("parts", system);
        }
        request.set("contents", contents);
    }

    private void add(Message message, Role before) throws LlmException {
        switch (message.role()) {
            case SYSTEM -> {
                if (!contents.isEmpty()) {
                    losses.drop(
                            "messages",
                            "the target takes system messages only before all others; move them to the front");
                }
                parts.write(message.parts(), system);
            }
            case USER -> content("user", parts.write(message.parts(), Json.array()));
            case ASSISTANT -> {
                remember(message.parts());
                content("model", new GeminiModelWriter(parts).write(message.parts()));
            }
            case TOOL -> {
                boolean more = before == Role.TOOL && !contents.isEmpty();
                ArrayNode results = results(message.parts());
                if (more) {
                    ((ArrayNode) contents.get(contents.size() - 1).get("parts")).addAll(results);
                } else {
                    content("user", results);
                }
            }
        }
    }

    private void content(String role, ArrayNode written) {
        if (!written.isEmpty()) {
            contents.addObject().put("role", role).set("parts", written);
        }
    }

    private void remember(List<Part> said) {
        for (Part part : said) {
            if (part instanceof Part.ToolCall call) {
                nameOfCall.put(call.id(), call.name());
            }
        }
    }

    private ArrayNode results(List<Part> from) throws LlmException {
        ArrayNode results = Json.array();
        for (Part part : from) {
            if (part instanceof Part.ToolResult result) {
                results.addObject().set("functionResponse", result(result));
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            }
        }
        return results;
    }

    private ObjectNode result(Part.ToolResult result) throws LlmException {
        String name = nameOfCall.get(result.callId());
        if (name == null) {
            throw LlmException.invalid(
                    "tool_call_id", "the tool result " + result.callId() + " answers no tool call before it");
        }
        ObjectNode json = Json.object();
        if (!GeminiCallIds.isOurs(result.callId())) {
            json.put("id", result.callId());
        }
        StringBuilder text = new StringBuilder();
        ArrayNode media = Json.array();
        for (Part part : result.content()) {
            if (part instanceof Part.Text said) {
                parts.unmarked(said);
                text.append(said.text());
            } else {
                parts.write(List.of(part), media);
            }
        }
        json.put("name", name).set("response", GeminiToolResults.write(text.toString(), result.isError()));
        if (!media.isEmpty()) {
            json.set("parts", media);
        }
        return json;
    }
}
