/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/**
 * One request as the simulated provider saw it, at the moment the journal was asked.
 *
 * @param mount      the mount it came to
 * @param attempt    its number at this mount, from 1
 * @param dialect    the dialect of its path, e.g. {@code openai-chat}
 * @param stream     whether it asked for a stream
 * @param headers    by lower-case name; credentials are masked
 * @param body       as received; not to be changed
 * @param received   when it had been read
 * @param status     the HTTP status sent, 0 before or without one
 * @param outcome    how it ended
 * @param ended      when it ended; null while it runs
 * @param tokensSent tokens handed to the socket so far
 */
public record SimRequest(
        String mount,
        int attempt,
        String dialect,
        boolean stream,
        Map<String, String> headers,
        byte[] body,
        Instant received,
        int status,
        Outcome outcome,
        Instant ended,
        int tokensSent) {

    /** The body as JSON; a missing node where it is none. */
    public JsonNode json() {
        try {
            return SimJson.read(body);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    /** Never the body. */
    @Override
    public String toString() {
        return "SimRequest[" + mount + "#" + attempt + " " + dialect + ", " + status + ", " + outcome + ", "
                + tokensSent + " tokens]";
    }

    /** How a request ended. */
    public enum Outcome {
        RUNNING,
        /** It got the answer of a sound provider, a 4xx for a bad request included. */
        COMPLETED,
        /** A scripted fault was played to its end, or the server was closed. */
        FAULTED,
        /** The client left before the answer was complete. */
        CLIENT_CLOSED
    }
}
