/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;

/** The annotations that name a web page as a source. Stateless. */
public final class OpenAiCitations {
    public static final String ANNOTATIONS = "annotations";
    private static final String TYPE = "url_citation";

    private OpenAiCitations() {}

    /**
     * Chat Completions has the fields in an object within, Responses beside the type.
     *
     * @param offset where the annotated text begins in the text of the choice
     * @return null for an annotation of another kind, or one that says nowhere where it belongs
     */
    public static Part.Citation read(JsonNode annotation, int offset) {
        JsonNode fields = annotation.path(TYPE).isObject() ? annotation.path(TYPE) : annotation;
        String url = Json.nonEmpty(fields, "url");
        int start = fields.path("start_index").asInt();
        int end = fields.path("end_index").asInt();
        return url == null || end <= start
                ? null
                : new Part.Citation(offset + start, offset + end, url, Json.text(fields, "title"));
    }

    /** The fields, as they stand within the object or beside the type. */
    private static ObjectNode fields(Part.Citation citation, int offset) {
        return Json.object()
                .put("start_index", citation.start() - offset)
                .put("end_index", citation.end() - offset)
                .put("url", citation.url())
                .put("title", citation.title() == null ? "" : citation.title());
    }

    static ObjectNode write(Part.Citation citation) {
        return Json.object().put("type", TYPE).set(TYPE, fields(citation, 0));
    }

    public static ObjectNode writeFlat(Part.Citation citation, int offset) {
        ObjectNode annotation = Json.object().put("type", TYPE);
        annotation.setAll(fields(citation, offset));
        return annotation;
    }

    /** In code points, by which citations count. */
    public static int length(CharSequence text) {
        return (int) text.codePoints().count();
    }
}
