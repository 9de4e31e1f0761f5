/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Tokens;
import dev.serai.llm.dialect.openai.OpenAiCitations;
import dev.serai.llm.dialect.openai.OpenAiTokens;
import dev.serai.llm.provider.ErrorReader;

/** Reads a whole response. One that failed is a 200 as well. */
final class OpenAiResponsesAnswerReader {
    private OpenAiResponsesAnswerReader() {}

    static Answer read(JsonNode body, ErrorReader errors) throws LlmException {
        if (Json.present(body.get("error")) || "failed".equals(Json.text(body, "status"))) {
            throw errors.readInBand(body);
        }
        if (!body.path("output").isArray()) {
            throw invalid(null);
        }
        List<Part> parts = new ArrayList<>();
        for (JsonNode item : body.path("output")) {
            item(item, parts);
        }
        boolean refused = parts.stream().anyMatch(Part.Refusal.class::isInstance);
        StopReason stop = OpenAiResponsesStops.read(body, refused);
        Answer.Choice choice = new Answer.Choice(parts, stop, null);
        return new Answer(
                Json.text(body, "id"),
                Json.text(body, "model"),
                List.of(choice),
                OpenAiResponsesUsage.read(body.path("usage")),
                advice(stop, parts));
    }

    private static ErrorClass advice(StopReason stop, List<Part> parts) {
        if (stop == StopReason.REFUSAL || stop == StopReason.CONTENT_FILTER) {
            return ErrorClass.POLICY_REJECTION;
        }
        boolean broken = parts.stream()
                .anyMatch(part -> part instanceof Part.ToolCall call && Json.parseObject(call.arguments()) == null);
        return broken ? ErrorClass.OUTPUT_INVALID : null;
    }

    private static void item(JsonNode item, List<Part> parts) throws LlmException {
        String type = item.path("type").asText();
        switch (type) {
            case "message" -> message(item, parts);
            case "function_call" -> {
                String arguments = item.path("arguments").asText("");
                parts.add(new Part.ToolCall(
                        item.path("call_id").asText(""),
                        item.path("name").asText(""),
                        arguments.isBlank() ? "{}" : arguments));
            }
            case "reasoning" -> parts.addAll(OpenAiResponsesReasoning.read(item));
            default -> parts.add(new Part.Native(type, item));
        }
    }

    /** A part that breaks the rules is the provider's fault here, not the caller's. */
    private static void message(JsonNode item, List<Part> parts) throws LlmException {
        try {
            for (Part part : OpenAiResponsesContent.read(new FieldReader(item, "output"), "content")) {
                add(part, parts);
            }
        } catch (LlmException e) {
            throw invalid(e);
        }
    }

    /** What stands in a text in the dialect, and after it when it is read. */
    private static void add(Part part, List<Part> parts) {
        String kind = part instanceof Part.Native other ? other.kind() : "";
        if (kind.equals("logprobs")) {
            Tokens.attach(OpenAiTokens.read(((Part.Native) part).json()), parts);
        } else if (kind.equals(OpenAiCitations.ANNOTATIONS)) {
            int offset = startOfLastText(parts);
            for (JsonNode annotation : ((Part.Native) part).json()) {
                Part citation = OpenAiCitations.read(annotation, offset);
                parts.add(citation == null ? new Part.Native(kind, annotation) : citation);
            }
        } else {
            parts.add(part);
        }
    }

    private static int startOfLastText(List<Part> parts) {
        int start = 0;
        int end = 0;
        for (Part part : parts) {
            if (part instanceof Part.Text text) {
                start = end;
                end += OpenAiCitations.length(text.text());
            }
        }
        return start;
    }

    private static LlmException invalid(LlmException cause) {
        return LlmException.of(ErrorClass.OUTPUT_INVALID)
                .detail("the answer is no OpenAI response")
                .cause(cause)
                .build();
    }
}
