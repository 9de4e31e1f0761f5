/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;

/**
 * A function's result is an object here and text elsewhere. As Google advises, a text is put under {@code output}, an
 * error under {@code error}; a text that is an object stands for itself.
 */
final class GeminiToolResults {
    private static final String OUTPUT = "output";
    private static final String ERROR = "error";

    private GeminiToolResults() {}

    /** Adds the text of a result and returns it where it is an error, else null. */
    static String read(JsonNode response, List<Part> to) {
        if (response == null) {
            return null;
        }
        if (response.size() == 1 && response.path(ERROR).isTextual()) {
            to.add(new Part.Text(response.path(ERROR).textValue(), null));
            return response.path(ERROR).textValue();
        }
        boolean plain = response.size() == 1 && response.path(OUTPUT).isTextual();
        to.add(new Part.Text(plain ? response.path(OUTPUT).textValue() : response.toString(), null));
        return null;
    }

    static ObjectNode write(String text, boolean isError) {
        if (isError) {
            return Json.object().put(ERROR, text);
        }
        ObjectNode object = text.isBlank() ? null : Json.parseObject(text);
        return object == null ? Json.object().put(OUTPUT, text) : object;
    }
}
