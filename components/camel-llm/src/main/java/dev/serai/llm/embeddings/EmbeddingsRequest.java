/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;

/**
 * A request for vectors, in nobody's form. Immutable.
 *
 * @param texts      one vector each; empty where the input is tokens
 * @param tokens     whether the input is arrays of tokens, which mean something to one model family only
 * @param dimensions how long the vectors shall be; null for the model's own length
 * @param base64     whether the caller wants base64 instead of numbers
 * @param purpose    what the vectors are for; null where the caller does not say
 * @param rest       fields that nothing here has a word for
 */
public record EmbeddingsRequest(
        List<String> texts,
        boolean tokens,
        Integer dimensions,
        boolean base64,
        Purpose purpose,
        Map<String, JsonNode> rest) {

    /** What vectors are for: models that were trained for it place a question near its answers. */
    public enum Purpose {
        SEARCH_DOCUMENT,
        SEARCH_QUERY,
        CLASSIFICATION,
        CLUSTERING;

        private final String code = name().toLowerCase(Locale.ROOT);

        /** As it is written in the field {@code input_type}. */
        public String code() {
            return code;
        }
    }

    /**
     * The input for a provider that takes texts only.
     *
     * @throws LlmException unsupported_feature naming the input
     */
    List<String> textsFor(String target) throws LlmException {
        if (tokens) {
            throw LlmException.unsupported("input", "input: " + target + " takes texts, not tokens");
        }
        return texts;
    }

    /** Never the input. */
    @Override
    public String toString() {
        return "EmbeddingsRequest[" + texts.size() + " texts]";
    }
}
