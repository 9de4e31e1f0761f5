/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.OptionalLong;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;

/** How a dialect asks how many tokens a chat request has, and is answered. Stateless and thread-safe. */
public interface TokenCountForm {
    Dialect dialect();

    /** A payload of this form, untouched but for the model. */
    byte[] edit(byte[] payload, String model) throws LlmException;

    /** The chat request in a payload of this form. */
    JsonNode chat(JsonNode payload);

    /** Asks for the count of a chat request in this dialect. */
    ObjectNode write(ObjectNode chat, String model);

    /** The count in an answer; empty where there is none. */
    OptionalLong read(JsonNode body);

    ObjectNode answer(long tokens);

    /** A number that is there and makes sense. */
    static OptionalLong count(JsonNode tokens) {
        return tokens.isIntegralNumber() && tokens.longValue() >= 0
                ? OptionalLong.of(tokens.longValue())
                : OptionalLong.empty();
    }
}
