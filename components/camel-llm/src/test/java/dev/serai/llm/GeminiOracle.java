/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads a Gemini answer, whole or streamed, as events or as one array. */
final class GeminiOracle {
    private static final Set<String> BLOCKED = Set.of("SAFETY", "RECITATION", "MODEL_ARMOR", "PROHIBITED_CONTENT");

    private final ExpectedAnswer.Draft draft = new ExpectedAnswer.Draft();

    /** The answers in a body; an error in the middle of a stream of events is an object of its own. */
    static List<JsonNode> events(byte[] body) {
        String text = new String(body, Sse.UTF_8).strip();
        List<JsonNode> events = new ArrayList<>();
        if (text.startsWith("[")) {
            Sse.read(text).forEach(events::add);
            return events;
        }
        if (text.startsWith("{")) {
            return List.of(Sse.read(text));
        }
        events.addAll(Sse.events(body));
        int bare = text.indexOf("\n{");
        if (bare >= 0) {
            events.add(Sse.read(text.substring(bare)));
        }
        return events;
    }

    ExpectedAnswer read(List<JsonNode> events) {
        for (JsonNode event : events) {
            draft.error |= event.has("error")
                    || event.at("/promptFeedback/blockReason").isTextual();
            for (JsonNode candidate : event.path("candidates")) {
                if (candidate.path("index").asInt() == 0) {
                    candidate(candidate);
                }
            }
            if (event.path("usageMetadata").has("promptTokenCount")) {
                draft.usage = usage(event.path("usageMetadata"));
            }
        }
        if (draft.stopReason == StopReason.STOP && !draft.names.isEmpty()) {
            draft.stopReason = StopReason.TOOL_CALLS;
        }
        return draft.answer();
    }

    private void candidate(JsonNode candidate) {
        for (JsonNode part : candidate.at("/content/parts")) {
            if (part.has("functionCall")) {
                JsonNode call = part.get("functionCall");
                draft.call(
                        draft.names.size(),
                        call.path("name").asText(),
                        call.path("args").toString());
            } else if (!part.path("thought").asBoolean()) {
                draft.text.append(part.path("text").asText());
            }
        }
        if (candidate.has("finishReason")) {
            String reason = candidate.path("finishReason").asText();
            draft.refused |= BLOCKED.contains(reason);
            draft.invalid |= reason.equals("UNEXPECTED_TOOL_CALL");
            draft.stopReason = switch (reason) {
                case "STOP" -> StopReason.STOP;
                case "MAX_TOKENS" -> StopReason.MAX_TOKENS;
                default -> BLOCKED.contains(reason) ? StopReason.CONTENT_FILTER : StopReason.OTHER;
            };
        }
    }

    private static Usage usage(JsonNode usage) {
        long cached = usage.path("cachedContentTokenCount").asLong();
        long total = usage.path("totalTokenCount").asLong();
        long output = usage.path("candidatesTokenCount").asLong();
        long thoughts = usage.path("thoughtsTokenCount").asLong();
        return new Usage(total - output - thoughts - cached, cached, 0, output, thoughts);
    }
}
