/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;

/**
 * Reads the parts of an answer, whole or streamed. A thought signature that stands on a part becomes a reasoning part
 * without text in front of it, which each other dialect can hand to its client and get back.
 */
final class GeminiPartReader {
    private static final Set<String> READ_FIELDS = Set.of("text", "thought", "thoughtSignature", "functionCall");

    private final GeminiCallIds ids;
    private boolean toolCalls;

    GeminiPartReader(GeminiCallIds ids) {
        this.ids = ids;
    }

    /** Whether a tool call was read. */
    boolean sawToolCalls() {
        return toolCalls;
    }

    void read(JsonNode part, List<Part> to) {
        String text = Json.text(part, "text");
        String signature = Json.nonEmpty(part, "thoughtSignature");
        if (text != null && part.path("thought").asBoolean()) {
            if (!text.isEmpty() || signature != null) {
                to.add(new Part.Reasoning(text, signature));
            }
            return;
        }
        if (signature != null) {
            to.add(new Part.Reasoning("", signature));
        }
        if (text != null && !text.isEmpty()) {
            to.add(new Part.Text(text, null));
        }
        if (part.path("functionCall").isObject()) {
            to.add(toolCall(part.path("functionCall")));
        }
        part.properties().forEach(field -> {
            if (!READ_FIELDS.contains(field.getKey()) && Json.present(field.getValue())) {
                to.add(new Part.Native(field.getKey(), field.getValue()));
            }
        });
    }

    /** Vertex can stream arguments in pieces, but only where the caller asked in this dialect: they stay native. */
    private Part toolCall(JsonNode call) {
        toolCalls = true;
        if (call.has("partialArgs") || call.path("willContinue").asBoolean() || !call.hasNonNull("name")) {
            return new Part.Native("functionCall", call);
        }
        JsonNode args = call.path("args");
        return new Part.ToolCall(
                ids.next(Json.text(call, "id")), call.path("name").asText(), args.isObject() ? args.toString() : "{}");
    }

    /** Adds parts to others. Thoughts that came in pieces are one: the signature is in the last, or on what follows. */
    static void join(List<Part> parts, List<Part> to) {
        for (Part part : parts) {
            Part last = to.isEmpty() ? null : to.get(to.size() - 1);
            if (part instanceof Part.Reasoning next
                    && last instanceof Part.Reasoning begun
                    && begun.signature() == null) {
                to.set(to.size() - 1, new Part.Reasoning(begun.text() + next.text(), next.signature()));
            } else {
                to.add(part);
            }
        }
    }

    static boolean isAudio(String mediaType) {
        return mediaType != null && mediaType.toLowerCase(Locale.ROOT).startsWith("audio/");
    }

    static boolean isImage(String mediaType) {
        return mediaType != null && mediaType.toLowerCase(Locale.ROOT).startsWith("image/");
    }
}
