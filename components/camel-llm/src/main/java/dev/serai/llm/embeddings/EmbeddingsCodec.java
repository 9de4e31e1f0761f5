/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;

/** A provider's form of embeddings, for callers that speak it. Stateless and thread-safe. */
public interface EmbeddingsCodec {
    /** The dialect that the form belongs to. */
    Dialect dialect();

    /**
     * A payload in this form, untouched but for the model.
     *
     * @param mayLose fields that may be dropped where the provider does not take all of its form
     * @throws LlmException unsupported_feature naming a field that the provider does not take
     */
    byte[] edit(byte[] payload, String model, Set<String> mayLose) throws LlmException;

    /** What a payload in this form, edited or written, has to be answered with. */
    Asked asked(JsonNode payload);

    /** @throws LlmException output_invalid where the body is no answer in this form */
    Embeddings read(JsonNode body) throws LlmException;

    /** A form that requests in OpenAI's are translated into. */
    interface Translated extends EmbeddingsCodec {
        /**
         * Writes a request that came in OpenAI's form.
         *
         * @param mayLose names of fields in OpenAI's form
         * @throws LlmException unsupported_feature naming the first field that this form cannot express
         */
        ObjectNode write(EmbeddingsRequest request, String model, Set<String> mayLose) throws LlmException;
    }

    /**
     * What an answer must have.
     *
     * @param vectors    how many
     * @param dimensions how long each; null where that is not said, or is not a length in numbers
     */
    record Asked(int vectors, Integer dimensions) {
        /** A list's length, or 1 for a single text. */
        static int count(JsonNode input) {
            return input.isArray() ? input.size() : 1;
        }

        /** @throws LlmException output_invalid where the answer has not that */
        void check(Embeddings answer) throws LlmException {
            int found = answer.vectors().size();
            if (found != vectors) {
                throw Embeddings.invalid("wrong_number_of_vectors", found + " vectors for " + vectors + " inputs");
            }
            for (float[] vector : answer.vectors()) {
                if (dimensions != null && vector.length != dimensions) {
                    throw Embeddings.invalid(
                            "wrong_dimensions", vector.length + " dimensions where " + dimensions + " were asked for");
                }
            }
        }
    }
}
