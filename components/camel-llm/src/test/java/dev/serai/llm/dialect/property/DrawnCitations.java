/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

/** Sources of a text. */
final class DrawnCitations {
    private record Passage(int start, int end, String url) {}

    private DrawnCitations() {}

    private static List<Passage> passages(Draw draw, int length) {
        List<Passage> passages = new ArrayList<>();
        for (int count = 1 + draw.below(2); count > 0; count--) {
            int start = draw.below(length);
            int end = start + 1 + draw.below(length - start);
            passages.add(new Passage(start, end, "https://example.com/" + draw.unique("page")));
        }
        return passages;
    }

    /** @param nested in an object within, as Chat Completions has them */
    static ArrayNode openAi(Draw draw, String text, boolean nested) {
        ArrayNode annotations = Json.array();
        for (Passage passage : passages(draw, text.codePointCount(0, text.length()))) {
            ObjectNode annotation = annotations.addObject().put("type", "url_citation");
            ObjectNode fields = nested ? annotation.putObject("url_citation") : annotation;
            fields.put("start_index", passage.start).put("end_index", passage.end);
            fields.put("url", passage.url).put("title", draw.text());
        }
        return annotations;
    }

    static ObjectNode gemini(Draw draw, String text) {
        ObjectNode metadata = Json.object();
        for (Passage passage : passages(draw, text.codePointCount(0, text.length()))) {
            ArrayNode chunks = metadata.withArrayProperty("groundingChunks");
            chunks.addObject().putObject("web").put("uri", passage.url).put("title", draw.text());
            ObjectNode support = metadata.withArrayProperty("groundingSupports").addObject();
            support.putObject("segment")
                    .put("startIndex", bytes(text, passage.start))
                    .put("endIndex", bytes(text, passage.end));
            support.putArray("groundingChunkIndices").add(chunks.size() - 1);
        }
        return metadata;
    }

    private static int bytes(String text, int codePoints) {
        return text.substring(0, text.offsetByCodePoints(0, codePoints)).getBytes(StandardCharsets.UTF_8).length;
    }
}
