/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.openai.OpenAiCitations;
import dev.serai.llm.dialect.openai.OpenAiTokens;

/**
 * Reads the events of items. Those that repeat a whole text at its end count only where its deltas never came. One stream,
 * one thread.
 */
final class OpenAiResponsesItemStream {
    /** Our count of a tool call by the provider's output index. */
    private final Map<Integer, Integer> toolCalls = new HashMap<>();
    /** Places whose text has been read. */
    private final Set<String> read = new HashSet<>();

    /** Where each part of the text begins in the text of all, in code points. */
    private final Map<String, Integer> startOfPart = new HashMap<>();

    private int said;
    private boolean refused;

    boolean refused() {
        return refused;
    }

    void read(String type, JsonNode event, List<StreamPart> parts) {
        switch (type == null ? "" : type) {
            case "response.output_item.added" -> added(event, parts);
            case "response.output_item.done" -> done(event, parts);
            case "response.output_text.delta", "response.output_text.done" -> text(event, "text", parts);
            case "response.refusal.delta", "response.refusal.done" -> text(event, "refusal", parts);
            case "response.function_call_arguments.delta" -> arguments(event, Json.text(event, "delta"), parts);
            case "response.function_call_arguments.done" -> rest(event, Json.text(event, "arguments"), parts);
            case "response.reasoning_summary_text.delta",
                    "response.reasoning_summary_text.done",
                    "response.reasoning_text.delta",
                    "response.reasoning_text.done" -> reasoning(event, parts);
            case "response.output_text.annotation.added" -> annotation(event, parts);
            default -> {
                // what repeats something, hosted tools at work, and events of a later version
            }
        }
    }

    private void added(JsonNode event, List<StreamPart> parts) {
        JsonNode item = event.path("item");
        switch (item.path("type").asText()) {
            case "message", "reasoning" -> {
                // begins when it says something
            }
            case "function_call" -> {
                int index = toolCalls.size();
                toolCalls.put(event.path("output_index").asInt(), index);
                parts.add(new StreamPart.ToolCallStart(
                        0,
                        index,
                        item.path("call_id").asText(""),
                        item.path("name").asText("")));
                String arguments = Json.nonEmpty(item, "arguments");
                if (arguments != null) {
                    arguments(event, arguments, parts);
                }
            }
            default -> parts.add(new StreamPart.Native(item.path("type").asText("item"), item));
        }
    }

    private void done(JsonNode event, List<StreamPart> parts) {
        JsonNode item = event.path("item");
        String type = item.path("type").asText();
        if (type.equals("function_call")) {
            if (!toolCalls.containsKey(event.path("output_index").asInt())) {
                added(event, parts);
            }
            rest(event, Json.text(item, "arguments"), parts);
        } else if (type.equals("reasoning")) {
            reasoningDone(event, item, parts);
        }
        parts.add(new StreamPart.BlockEnd());
    }

    private void reasoningDone(JsonNode event, JsonNode item, List<StreamPart> parts) {
        JsonNode texts = OpenAiResponsesReasoning.texts(item);
        String encrypted = Json.nonEmpty(item, OpenAiResponsesReasoning.ENCRYPTED);
        String place = "reasoning " + event.path("output_index").asInt();
        String text = read.contains(place) ? "" : OpenAiResponsesReasoning.join(texts);
        if (!texts.isEmpty() || read.contains(place)) {
            if (encrypted != null || !text.isEmpty()) {
                parts.add(new StreamPart.Reasoning(0, text, encrypted));
            }
        } else if (encrypted != null) {
            parts.add(new StreamPart.RedactedReasoning(0, encrypted));
        }
    }

    private void text(JsonNode event, String field, List<StreamPart> parts) {
        String text = news(event, field, place(event, field));
        if (text == null) {
            return;
        }
        if (field.equals("refusal")) {
            refused = true;
            parts.add(new StreamPart.Refusal(0, text));
        } else {
            startOfPart.putIfAbsent(place(event, field), said);
            said += OpenAiCitations.length(text);
            parts.add(new StreamPart.Text(0, text, OpenAiTokens.read(event.path("logprobs"))));
        }
    }

    private void annotation(JsonNode event, List<StreamPart> parts) {
        JsonNode annotation = event.path("annotation");
        Part.Citation citation = OpenAiCitations.read(annotation, startOfPart.getOrDefault(place(event, "text"), said));
        parts.add(
                citation == null
                        ? new StreamPart.Native(OpenAiCitations.ANNOTATIONS, annotation)
                        : new StreamPart.Citation(0, citation));
    }

    /** A paragraph of a summary begins a new line. */
    private void reasoning(JsonNode event, List<StreamPart> parts) {
        String place = place(event, "reasoning");
        boolean begun = read.contains(place);
        String text = news(event, "text", place);
        if (text == null) {
            return;
        }
        String item = "reasoning " + event.path("output_index").asInt();
        boolean paragraph = !begun && read.contains(item);
        read.add(item);
        parts.add(new StreamPart.Reasoning(0, paragraph ? OpenAiResponsesReasoning.PARAGRAPH + text : text, null));
    }

    /** The delta, or the whole text where no delta came; null where there is nothing new. */
    private String news(JsonNode event, String field, String place) {
        String delta = Json.nonEmpty(event, "delta");
        String text = delta == null && !read.contains(place) ? Json.nonEmpty(event, field) : delta;
        if (text != null) {
            read.add(place);
        }
        return text;
    }

    private static String place(JsonNode event, String kind) {
        return kind + " " + event.path("output_index").asInt() + "/"
                + event.path("content_index").asInt(event.path("summary_index").asInt());
    }

    private void rest(JsonNode event, String arguments, List<StreamPart> parts) {
        if (!read.contains(place(event, "arguments"))) {
            arguments(event, arguments, parts);
        }
    }

    private void arguments(JsonNode event, String json, List<StreamPart> parts) {
        Integer index = toolCalls.get(event.path("output_index").asInt());
        if (index != null && json != null && !json.isEmpty()) {
            read.add(place(event, "arguments"));
            parts.add(new StreamPart.ToolCallArguments(0, index, json));
        }
    }
}
