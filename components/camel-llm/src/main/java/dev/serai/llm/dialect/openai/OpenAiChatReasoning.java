/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;

/**
 * Reasoning in a message or delta: {@code reasoning_content} (DeepSeek, xAI), {@code reasoning} (Groq, OpenRouter), and
 * OpenRouter's {@code reasoning_details}, which carry signatures; or with Mistral a part of the content.
 */
final class OpenAiChatReasoning {
    static final String CONTENT = "reasoning_content";
    private static final String PLAIN = "reasoning";
    static final String DETAILS = "reasoning_details";

    static final List<String> FIELDS = List.of(DETAILS, CONTENT, PLAIN);

    private OpenAiChatReasoning() {}

    /** The details where there are some, else the text. Parts can have an empty text where only a signature came. */
    static List<Part> read(JsonNode message) {
        List<Part> parts = new ArrayList<>();
        message.path(DETAILS).forEach(detail -> parts.add(detail(detail)));
        if (parts.isEmpty()) {
            String text = Json.nonEmpty(message, CONTENT);
            text = text == null ? Json.nonEmpty(message, PLAIN) : text;
            if (text != null) {
                parts.add(new Part.Reasoning(text, null));
            }
        }
        return parts;
    }

    private static Part detail(JsonNode detail) {
        String type = detail.path("type").asText();
        String data = Json.nonEmpty(detail, "data");
        if (type.equals("reasoning.encrypted") && data != null) {
            return new Part.RedactedReasoning(data);
        }
        if (type.equals("reasoning.text") || type.equals("reasoning.summary")) {
            String text = Json.text(detail, type.equals("reasoning.text") ? "text" : "summary");
            return new Part.Reasoning(text == null ? "" : text, Json.nonEmpty(detail, "signature"));
        }
        return new Part.Native(DETAILS, detail);
    }

    /** Mistral: reasoning is a part of the content. */
    static boolean isThinking(JsonNode contentPart) {
        return "thinking".equals(Json.text(contentPart, "type"));
    }

    static Part.Reasoning thinking(JsonNode contentPart) {
        StringBuilder text = new StringBuilder();
        JsonNode thinking = contentPart.path("thinking");
        text.append(thinking.asText(""));
        thinking.forEach(piece -> text.append(piece.path("text").asText("")));
        return new Part.Reasoning(text.toString(), Json.nonEmpty(contentPart, "signature"));
    }

    /** Adds the fields to a message: the details only where a signature or an encrypted block needs them. */
    static void write(ObjectNode message, List<Part> parts) {
        StringBuilder text = new StringBuilder();
        ArrayNode details = Json.array();
        boolean opaque = false;
        for (Part part : parts) {
            if (part instanceof Part.Reasoning reasoning) {
                text.append(reasoning.text());
                opaque |= reasoning.signature() != null;
                details.add(textDetail(reasoning.text(), reasoning.signature(), details.size()));
            } else if (part instanceof Part.RedactedReasoning redacted) {
                opaque = true;
                details.add(encryptedDetail(redacted.data(), details.size()));
            }
        }
        if (!text.isEmpty()) {
            message.put(CONTENT, text.toString());
        }
        if (opaque) {
            message.set(DETAILS, details);
        }
    }

    static ObjectNode textDetail(String text, String signature, int index) {
        ObjectNode detail = Json.object().put("type", "reasoning.text").put("text", text);
        if (signature != null) {
            detail.put("signature", signature);
        }
        return detail.put("index", index);
    }

    static ObjectNode encryptedDetail(String data, int index) {
        return Json.object()
                .put("type", "reasoning.encrypted")
                .put("data", data)
                .put("index", index);
    }
}
