/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One event of a stream as it is sent.
 *
 * @param role  what it is to the player of faults
 * @param bytes with what ends it
 */
record SimFrame(Role role, byte[] bytes) {
    /** An event with only a data line. */
    static SimFrame data(Role role, JsonNode data) {
        return new SimFrame(role, ("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
    }

    /** An event named by the type of its data. */
    static SimFrame event(Role role, JsonNode data) {
        String text = "event: " + data.path("type").asText() + "\ndata: " + data + "\n\n";
        return new SimFrame(role, text.getBytes(StandardCharsets.UTF_8));
    }

    /** One JSON document on a line of its own. */
    static SimFrame line(Role role, JsonNode data) {
        return text(role, data + "\n");
    }

    /** The frames of all blocks; those of a block are made as they are taken, which {@code flatMap} does not do. */
    static <T> Stream<T> inTurn(int blocks, IntFunction<Stream<T>> frames) {
        Stream<T> all = Stream.empty();
        for (int i = 0; i < blocks; i++) {
            all = Stream.concat(all, frames.apply(i));
        }
        return all;
    }

    static SimFrame text(Role role, String text) {
        return new SimFrame(role, text.getBytes(StandardCharsets.UTF_8));
    }

    enum Role {
        /** Before the first content. */
        OPENING,
        /** One token. */
        TOKEN,
        /** After the last content. */
        CLOSING,
        /** The event that says that the stream is complete. */
        DONE,
        /** An error, or no event of the dialect at all. */
        FAULT
    }
}
