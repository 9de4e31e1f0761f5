/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;

/**
 * Reasoning items. The encrypted content is opaque, and the signature of what can be read; an item with nothing to read is
 * redacted. A summary that is there but empty is the text of a signature that came alone.
 */
final class OpenAiResponsesReasoning {
    static final String ENCRYPTED = "encrypted_content";
    /** Between the parts of a summary, which are one text in the neutral form. */
    static final String PARAGRAPH = "\n\n";

    private OpenAiResponsesReasoning() {}

    /** The summary where there is one, else the reasoning itself. Nothing where the item only refers to a stored one. */
    static List<Part> read(JsonNode item) {
        List<Part> parts = new ArrayList<>();
        JsonNode texts = texts(item);
        String encrypted = Json.nonEmpty(item, ENCRYPTED);
        if (!texts.isEmpty()) {
            parts.add(new Part.Reasoning(join(texts), encrypted));
        } else if (encrypted != null) {
            parts.add(new Part.RedactedReasoning(encrypted));
        }
        if (texts != item.path("content") && Json.present(item.get("content"))) {
            parts.add(new Part.Native("reasoning.content", item.get("content")));
        }
        return parts;
    }

    static JsonNode texts(JsonNode item) {
        return item.path("summary").isEmpty() ? item.path("content") : item.path("summary");
    }

    static String join(JsonNode texts) {
        StringBuilder text = new StringBuilder();
        for (JsonNode part : texts) {
            text.append(text.isEmpty() ? "" : PARAGRAPH)
                    .append(part.path("text").asText());
        }
        return text.toString();
    }

    /** A finished item, of an answer. */
    static ObjectNode write(Part part) {
        ObjectNode item = Json.object().put("id", Ids.create("rs_"));
        return fill(item, part);
    }

    /** An item to send back. The provider knows it by its encrypted content. */
    static ObjectNode replay(Part part) {
        return fill(Json.object(), part);
    }

    private static ObjectNode fill(ObjectNode item, Part part) {
        item.put("type", "reasoning");
        String encrypted = null;
        if (part instanceof Part.Reasoning reasoning) {
            item.putArray("summary").add(summaryPart(reasoning.text()));
            encrypted = reasoning.signature();
        } else if (part instanceof Part.RedactedReasoning redacted) {
            item.putArray("summary");
            encrypted = redacted.data();
        }
        if (encrypted != null) {
            item.put(ENCRYPTED, encrypted);
        }
        return item;
    }

    static ObjectNode summaryPart(String text) {
        return Json.object().put("type", "summary_text").put("text", text);
    }
}
