/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;

/** The web pages that support what a candidate says. Gemini counts bytes of UTF-8, others code points. Stateless. */
final class GeminiGrounding {
    static final String FIELD = "groundingMetadata";

    private GeminiGrounding() {}

    /** @param text what the candidate has said, without its thoughts */
    static List<Part.Citation> read(JsonNode metadata, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        List<Part.Citation> citations = new ArrayList<>();
        for (JsonNode support : metadata.path("groundingSupports")) {
            JsonNode segment = support.path("segment");
            int start = segment.path("startIndex").asInt();
            int end = segment.path("endIndex").asInt();
            boolean known = segment.path("partIndex").asInt() == 0 && start < end && end <= utf8.length;
            for (JsonNode index : support.path("groundingChunkIndices")) {
                JsonNode web =
                        metadata.path("groundingChunks").path(index.asInt()).path("web");
                String url = Json.nonEmpty(web, "uri");
                if (known && url != null) {
                    citations.add(new Part.Citation(
                            codePoints(utf8, start), codePoints(utf8, end), url, Json.text(web, "title")));
                }
            }
        }
        return citations;
    }

    private static int codePoints(byte[] utf8, int bytes) {
        String before = new String(utf8, 0, bytes, StandardCharsets.UTF_8);
        return before.codePointCount(0, before.length());
    }

    /** @param text what the candidate has said, all of which is in one part */
    static void write(List<Part.Citation> citations, String text, ObjectNode candidate) {
        if (citations.isEmpty()) {
            return;
        }
        ObjectNode metadata = candidate.putObject(FIELD);
        ArrayNode chunks = metadata.putArray("groundingChunks");
        ArrayNode supports = metadata.putArray("groundingSupports");
        int length = text.codePointCount(0, text.length());
        for (Part.Citation citation : citations) {
            if (citation.end() <= length) {
                ObjectNode web = chunks.addObject().putObject("web").put("uri", citation.url());
                web.put("title", citation.title() == null ? "" : citation.title());
                support(citation, text, supports.addObject());
                ((ObjectNode) supports.get(supports.size() - 1))
                        .putArray("groundingChunkIndices")
                        .add(chunks.size() - 1);
            }
        }
    }

    private static void support(Part.Citation citation, String text, ObjectNode support) {
        int start = text.offsetByCodePoints(0, citation.start());
        int end = text.offsetByCodePoints(0, citation.end());
        support.putObject("segment")
                .put("startIndex", bytes(text.substring(0, start)))
                .put("endIndex", bytes(text.substring(0, end)))
                .put("text", text.substring(start, end));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
