/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.Json;

/** Reads the deltas of one choice of a stream. One thread. */
final class OpenAiChatDeltaReader {
    private static final Set<String> NATIVE_CONTENT =
            Set.of("audio", "images", "function_call", "executed_tools", "extra_content", "thought_signature");

    private final int choice;
    /** Our count of a tool call by the provider's index. */
    private final Map<Integer, Integer> toolCalls = new HashMap<>();

    private boolean refused;
    private boolean finished;

    OpenAiChatDeltaReader(int choice) {
        this.choice = choice;
    }

    void read(JsonNode json, List<StreamPart> parts) {
        JsonNode delta = json.path("delta");
        OpenAiChatReasoning.read(delta).forEach(part -> reasoning(part, parts));
        int before = parts.size();
        content(delta.path("content"), parts);
        tokens(OpenAiTokens.read(json.path("logprobs").path("content")), parts, before);
        String refusal = Json.nonEmpty(delta, "refusal");
        if (refusal != null) {
            refused = true;
            parts.add(new StreamPart.Refusal(choice, refusal));
        }
        for (JsonNode annotation : delta.path(OpenAiCitations.ANNOTATIONS)) {
            Part.Citation citation = OpenAiCitations.read(annotation, 0);
            parts.add(
                    citation == null
                            ? new StreamPart.Native(OpenAiCitations.ANNOTATIONS, annotation)
                            : new StreamPart.Citation(choice, citation));
        }
        delta.path("tool_calls").forEach(call -> toolCall(call, parts));
        for (String field : NATIVE_CONTENT) {
            if (Json.present(delta.get(field))) {
                parts.add(new StreamPart.Native(field, delta.get(field)));
            }
        }
        finish(json, parts);
    }

    private void reasoning(Part part, List<StreamPart> parts) {
        if (part instanceof Part.Reasoning reasoning) {
            if (!reasoning.text().isEmpty() || reasoning.signature() != null) {
                parts.add(new StreamPart.Reasoning(choice, reasoning.text(), reasoning.signature()));
            }
        } else if (part instanceof Part.RedactedReasoning redacted) {
            parts.add(new StreamPart.RedactedReasoning(choice, redacted.data()));
        } else if (part instanceof Part.Native other) {
            parts.add(new StreamPart.Native(other.kind(), other.json()));
        }
    }

    private void content(JsonNode content, List<StreamPart> parts) {
        if (content.isTextual() && !content.textValue().isEmpty()) {
            parts.add(new StreamPart.Text(choice, content.textValue()));
        } else if (content.isArray()) {
            for (JsonNode part : content) {
                String text = Json.nonEmpty(part, "text");
                if (text != null) {
                    parts.add(new StreamPart.Text(choice, text));
                } else if (OpenAiChatReasoning.isThinking(part)) {
                    reasoning(OpenAiChatReasoning.thinking(part), parts);
                } else if (!part.has("text")) {
                    parts.add(new StreamPart.Native(part.path("type").asText("content"), part));
                }
            }
        }
    }

    /** They belong to the text of the chunk, which can be empty: a token can be a part of a character. */
    private void tokens(List<Token> tokens, List<StreamPart> parts, int from) {
        if (tokens.isEmpty()) {
            return;
        }
        for (int i = parts.size() - 1; i >= from; i--) {
            if (parts.get(i) instanceof StreamPart.Text text) {
                parts.set(i, new StreamPart.Text(choice, text.text(), tokens));
                return;
            }
        }
        parts.add(new StreamPart.Text(choice, "", tokens));
    }

    private void toolCall(JsonNode call, List<StreamPart> parts) {
        JsonNode function = call.path("function");
        if (!function.isObject()) {
            parts.add(new StreamPart.Native(call.path("type").asText("tool_calls"), call));
            return;
        }
        int key = key(call);
        Integer index = toolCalls.get(key);
        if (index == null) {
            index = toolCalls.size();
            toolCalls.put(key, index);
            parts.add(new StreamPart.ToolCallStart(
                    choice,
                    index,
                    call.path("id").asText(""),
                    function.path("name").asText("")));
        }
        String arguments = OpenAiChatAnswerReader.arguments(function.path("arguments"));
        if (!arguments.isEmpty()) {
            parts.add(new StreamPart.ToolCallArguments(choice, index, arguments));
        }
    }

    /** The provider's index; the Gemini compatibility endpoint has none and sends every call whole. */
    private int key(JsonNode call) {
        if (call.path("index").isInt()) {
            return call.path("index").intValue();
        }
        boolean starts = Json.nonEmpty(call.path("function"), "name") != null;
        return starts || toolCalls.isEmpty() ? toolCalls.size() : toolCalls.size() - 1;
    }

    /** Once: OpenRouter repeats the chunk to carry usage. */
    private void finish(JsonNode json, List<StreamPart> parts) {
        if (!finished && Json.nonEmpty(json, "finish_reason") != null && !OpenAiChatStops.isFailure(json)) {
            finished = true;
            parts.add(new StreamPart.Finish(
                    choice,
                    OpenAiChatStops.read(json, !toolCalls.isEmpty(), refused),
                    OpenAiChatStops.stopSequence(json)));
        }
    }
}
