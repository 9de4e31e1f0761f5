/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.net.URI;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;

/**
 * A request that is ready to be sent, and how its answer is read.
 *
 * @param address where it goes, by the base URL
 */
public record PreparedCall(Function<String, URI> address, byte[] payload, AnswerReader answers) {
    /** For a path below the base URL. */
    public static PreparedCall below(String path, byte[] payload, AnswerReader answers) {
        return new PreparedCall(base -> URI.create(base + path), payload, answers);
    }

    /** Reads the body of a 2xx answer. */
    public interface AnswerReader {
        /**
         * @param body as it came
         * @param tree the same, parsed
         * @throws LlmException output_invalid where it is no answer to the request
         */
        LlmResponse read(byte[] body, JsonNode tree) throws LlmException;
    }
}
