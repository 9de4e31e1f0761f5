/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;

/**
 * Reads the input into messages. What the model said in one turn is several items here (reasoning, text, calls) and one
 * message in the neutral form; so are the results of several calls. One request, one thread.
 */
final class OpenAiResponsesInput {
    /** What was noted about an answer, and is not read by who gets it back. */
    private static final Set<String> NOTES = Set.of("logprobs", "annotations");

    private final List<Message> messages = new ArrayList<>();

    /** @throws LlmException invalid_request where there is no input */
    static void check(FieldReader payload) throws LlmException {
        JsonNode input = payload.take("input");
        boolean given = input != null && (input.isTextual() || input.isArray() && !input.isEmpty());
        // a stored prompt or an earlier response can be all that a request needs
        boolean elsewhere = input == null
                && (payload.take("prompt") != null
                        || payload.take("previous_response_id") != null
                        || payload.take("conversation") != null);
        if (!given && !elsewhere) {
            throw payload.invalid("input", "input must be a string or an array with at least one item");
        }
        for (int i = 0; given && i < input.size(); i++) {
            if (!input.get(i).isObject()) {
                String at = "input[" + i + "]";
                throw LlmException.invalid(at, at + " must be an object");
            }
        }
    }

    static List<Message> read(FieldReader payload) throws LlmException {
        OpenAiResponsesInput reader = new OpenAiResponsesInput();
        String instructions = payload.string("instructions");
        if (instructions != null) {
            reader.add(Role.SYSTEM, new Part.Text(instructions, null));
        }
        JsonNode input = payload.take("input");
        if (input != null && input.isTextual()) {
            reader.add(Role.USER, new Part.Text(input.textValue(), null));
        } else {
            for (int i = 0; input != null && i < input.size(); i++) {
                reader.item(input.get(i), "input[" + i + "]");
            }
        }
        return reader.messages;
    }

    private void item(JsonNode json, String path) throws LlmException {
        FieldReader item = new FieldReader(json, path);
        String type = item.string("type");
        switch (type == null ? "message" : type) {
            case "message" -> message(item);
            case "function_call" -> {
                continueTurn(Role.ASSISTANT).add(call(item));
                keep(item, Role.ASSISTANT, "id", "status");
            }
            case "function_call_output" -> {
                String callId = item.requiredString("call_id");
                List<Part> output = OpenAiResponsesContent.read(item, "output");
                continueTurn(Role.TOOL).add(new Part.ToolResult(callId, output, false));
                keep(item, Role.TOOL, "id", "status");
            }
            case "reasoning" -> {
                List<Part> reasoning = OpenAiResponsesReasoning.read(json);
                // only an id: the provider has stored the rest
                continueTurn(Role.ASSISTANT)
                        .addAll(reasoning.isEmpty() ? List.of(new Part.Native(type, json)) : reasoning);
                item.ignore("summary", "content", "encrypted_content");
                keep(item, Role.ASSISTANT, "id", "status");
            }
            // hosted tools, custom tools, references to stored items and what is to come
            default -> continueTurn(Role.ASSISTANT).add(new Part.Native(type, json));
        }
    }

    private void message(FieldReader item) throws LlmException {
        String role = item.requiredString("role");
        List<Part> content = OpenAiResponsesContent.read(item, "content");
        content.removeIf(part -> part instanceof Part.Native other && NOTES.contains(other.kind()));
        Role neutral =
                switch (role) {
                    case "system", "developer" -> Role.SYSTEM;
                    case "user" -> Role.USER;
                    case "assistant" -> Role.ASSISTANT;
                    default ->
                        throw item.invalid(
                                "role", item.pathOf("role") + " must be one of assistant, developer, system, user");
                };
        if (neutral == Role.ASSISTANT) {
            continueTurn(neutral).addAll(content);
        } else {
            messages.add(new Message(neutral, content, null));
        }
        keep(item, neutral, "id", "status");
    }

    private static Part call(FieldReader item) throws LlmException {
        String arguments = item.string("arguments");
        arguments = arguments == null || arguments.isBlank() ? "{}" : arguments;
        if (Json.parseObject(arguments) == null) {
            throw item.invalid("arguments", item.pathOf("arguments") + " must be a string that holds a JSON object");
        }
        return new Part.ToolCall(item.requiredString("call_id"), item.requiredString("name"), arguments);
    }

    /** What else stands in the item stays with it. Its id and status say nothing that has to be translated. */
    private void keep(FieldReader item, Role role, String... ignored) {
        item.ignore(ignored);
        List<Part> parts = continueTurn(role);
        item.rest().forEach((field, value) -> parts.add(new Part.Native(field, value)));
    }

    private void add(Role role, Part part) {
        List<Part> parts = new ArrayList<>();
        parts.add(part);
        messages.add(new Message(role, parts, null));
    }

    /** The parts of the last message where it has the role, else of a new one. */
    private List<Part> continueTurn(Role role) {
        Message last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
        if (last == null || last.role() != role) {
            last = new Message(role, new ArrayList<>(), null);
            messages.add(last);
        }
        return last.parts();
    }
}
