/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Tokens;
import dev.serai.llm.provider.ErrorReader;

/** Reads a whole Chat Completions answer of any provider that speaks the dialect. One answer, one thread. */
final class OpenAiChatAnswerReader {
    private static final Set<String> READ_FIELDS = Set.of(
            "role",
            "content",
            "refusal",
            "tool_calls",
            "reasoning_content",
            "reasoning",
            "reasoning_details",
            "name",
            "annotations");

    private final ErrorReader errors;
    private ErrorClass advice;

    OpenAiChatAnswerReader(ErrorReader errors) {
        this.errors = errors;
    }

    Answer read(JsonNode body) throws LlmException {
        if (Json.present(body.get("error"))) {
            throw errors.readInBand(body);
        }
        JsonNode choices = body.path("choices");
        if (!choices.isArray() || choices.isEmpty() || !isChoice(choices.get(0))) {
            throw LlmException.of(ErrorClass.OUTPUT_INVALID)
                    .detail("the answer is no chat completion")
                    .build();
        }
        List<Answer.Choice> read = new ArrayList<>();
        for (JsonNode choice : choices) {
            LlmException failure = OpenAiChatStops.failure(choice, body, errors);
            if (failure != null) {
                throw failure;
            }
            read.add(choice(choice));
        }
        return new Answer(Json.text(body, "id"), Json.text(body, "model"), read, OpenAiChatUsage.of(body), advice);
    }

    /** Azure leaves out a message that its filter took. */
    private static boolean isChoice(JsonNode choice) {
        return choice.path("message").isObject()
                || "content_filter".equals(Json.text(choice, "finish_reason"))
                || OpenAiChatStops.isFailure(choice);
    }

    private Answer.Choice choice(JsonNode choice) {
        JsonNode message = choice.path("message");
        List<Part> parts = OpenAiChatReasoning.read(message);
        content(message.path("content"), parts);
        for (JsonNode annotation : message.path(OpenAiCitations.ANNOTATIONS)) {
            Part citation = OpenAiCitations.read(annotation, 0);
            parts.add(citation == null ? new Part.Native(OpenAiCitations.ANNOTATIONS, annotation) : citation);
        }
        String refusal = Json.nonEmpty(message, "refusal");
        if (refusal != null) {
            parts.add(new Part.Refusal(refusal));
        }
        boolean toolCalls = false;
        for (JsonNode call : message.path("tool_calls")) {
            toolCalls = true;
            parts.add(toolCall(call));
        }
        message.properties().forEach(field -> {
            if (!READ_FIELDS.contains(field.getKey()) && Json.present(field.getValue())) {
                parts.add(new Part.Native(field.getKey(), field.getValue()));
            }
        });
        Tokens.attach(OpenAiTokens.read(choice.path("logprobs").path("content")), parts);
        StopReason stop = OpenAiChatStops.read(choice, toolCalls, refusal != null);
        if (stop == StopReason.REFUSAL || stop == StopReason.CONTENT_FILTER) {
            advice = ErrorClass.POLICY_REJECTION;
        }
        return new Answer.Choice(parts, stop, OpenAiChatStops.stopSequence(choice));
    }

    /** A string, or with some providers an array of parts. */
    private static void content(JsonNode content, List<Part> parts) {
        if (content.isTextual() && !content.textValue().isEmpty()) {
            parts.add(new Part.Text(content.textValue(), null));
        } else if (content.isArray()) {
            for (JsonNode part : content) {
                String text = Json.text(part, "text");
                if (OpenAiChatReasoning.isThinking(part)) {
                    parts.add(OpenAiChatReasoning.thinking(part));
                } else {
                    parts.add(
                            text == null
                                    ? new Part.Native(part.path("type").asText("content"), part)
                                    : new Part.Text(text, null));
                }
            }
        }
    }

    private Part toolCall(JsonNode call) {
        JsonNode function = call.path("function");
        if (!function.isObject()) {
            return new Part.Native(call.path("type").asText("tool_calls"), call);
        }
        String arguments = arguments(function.path("arguments"));
        if (Json.parseObject(arguments) == null) {
            advice = advice == null ? ErrorClass.OUTPUT_INVALID : advice;
        }
        return new Part.ToolCall(
                call.path("id").asText(""), function.path("name").asText(""), arguments.isBlank() ? "{}" : arguments);
    }

    /** Some providers send the object itself instead of its text. */
    static String arguments(JsonNode arguments) {
        return arguments.isContainerNode() ? arguments.toString() : arguments.asText("");
    }
}
