/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Tokens;
import dev.serai.llm.provider.ErrorReader;

/** Reads a whole answer. One answer, one thread. */
final class GeminiAnswerReader {
    /** What a candidate has beside its content. */
    static final List<String> CANDIDATE_NATIVES =
            List.of("groundingMetadata", "citationMetadata", "urlContextMetadata");

    private final ErrorReader errors;
    private ErrorClass advice;

    GeminiAnswerReader(ErrorReader errors) {
        this.errors = errors;
    }

    Answer read(JsonNode received) throws LlmException {
        JsonNode body = received.isArray() && received.size() == 1 ? received.get(0) : received;
        if (Json.present(body.get("error"))) {
            throw errors.readInBand(body);
        }
        LlmException blocked = GeminiStops.blockedPrompt(body);
        if (blocked != null) {
            throw blocked;
        }
        JsonNode candidates = body.path("candidates");
        if (!candidates.isArray() || candidates.isEmpty() || !candidates.get(0).isObject()) {
            throw LlmException.of(ErrorClass.OUTPUT_INVALID)
                    .detail("the answer has no candidates")
                    .build();
        }
        String id = Json.nonEmpty(body, "responseId");
        GeminiCallIds ids = GeminiCallIds.ofAnswer(id);
        List<Answer.Choice> choices = new ArrayList<>();
        for (JsonNode candidate : candidates) {
            choices.add(choice(candidate, ids));
        }
        return new Answer(
                id, Json.text(body, "modelVersion"), choices, GeminiUsage.read(body.path("usageMetadata")), advice);
    }

    /** Several texts are parts of their own, and only segments of the first are known to count from the start of all. */
    private static void cite(JsonNode grounding, List<Part> parts) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Part.Text text) {
                parts.addAll(i + 1, GeminiGrounding.read(grounding, text.text()));
                return;
            }
        }
    }

    private Answer.Choice choice(JsonNode candidate, GeminiCallIds ids) throws LlmException {
        GeminiPartReader reader = new GeminiPartReader(ids);
        List<Part> parts = new ArrayList<>();
        for (JsonNode part : candidate.path("content").path("parts")) {
            List<Part> read = new ArrayList<>();
            reader.read(part, read);
            GeminiPartReader.join(read, parts);
        }
        String reason = Json.text(candidate, "finishReason");
        LlmException gaveUp = GeminiStops.gaveUp(reason, !parts.isEmpty());
        if (gaveUp != null) {
            throw gaveUp;
        }
        Tokens.attach(GeminiTokens.read(candidate), parts);
        cite(candidate.path(GeminiGrounding.FIELD), parts);
        for (String field : CANDIDATE_NATIVES) {
            if (Json.present(candidate.get(field))) {
                parts.add(new Part.Native(field, candidate.get(field)));
            }
        }
        String refusal = GeminiStops.refusal(candidate);
        if (refusal != null) {
            parts.add(new Part.Refusal(refusal));
        }
        advice = advice == null ? GeminiStops.advice(reason) : advice;
        return new Answer.Choice(parts, GeminiStops.read(reason, reader.sawToolCalls()), null);
    }
}
