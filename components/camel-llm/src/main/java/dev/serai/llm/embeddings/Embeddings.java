/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;

/**
 * Vectors, in nobody's form, in the order of the input. Immutable: the arrays must not be changed.
 *
 * @param id    the provider's; may be null
 * @param model the one that the provider says has answered; may be null
 * @param usage null where the provider reports none
 */
public record Embeddings(String id, String model, List<float[]> vectors, Usage usage) {
    /** The failure of an answer that has not what was asked for; the detail is for the log. */
    static LlmException invalid(String code, String detail) {
        return LlmException.of(ErrorClass.OUTPUT_INVALID)
                .code(code)
                .detail(detail)
                .reason("The model's provider did not send the vectors that were asked for.")
                .build();
    }

    /** Tokens that were read, where the provider reports a number. */
    static Usage usage(JsonNode tokens) {
        return tokens.isIntegralNumber() && tokens.longValue() >= 0 ? new Usage(tokens.longValue(), 0, 0, 0, 0) : null;
    }

    /** Never the vectors. */
    @Override
    public String toString() {
        return "Embeddings[" + model + ", " + vectors.size() + " vectors]";
    }
}
