/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;

/** Turns a provider's way of saying no into an {@link LlmException}: typed fields first, text only where nothing else tells. */
public interface ErrorReader {
    /**
     * Classifies an HTTP answer with an error status.
     *
     * @param header looks a response header up by its lower-case name; null where it is absent
     * @param body   at most the first 64 KiB; may be empty or no JSON at all
     */
    LlmException read(int status, UnaryOperator<String> header, byte[] body);

    /** Classifies an error that came inside a 200 answer or stream; {@code payload} is the whole event or body. */
    LlmException readInBand(JsonNode payload);
}
