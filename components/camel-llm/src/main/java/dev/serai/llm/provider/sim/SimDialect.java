/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

/** How the simulated provider hears and speaks one dialect. Stateless and thread-safe. */
interface SimDialect {
    Dialect dialect();

    /** Reads a request as strictly as the real provider does in what it reads here. */
    SimPrompt read(JsonNode body, Map<String, String> headers) throws SimRejection;

    /** The body of a whole answer. */
    ObjectNode answer(SimAnswer answer);

    /** The events of a streamed answer, made as they are taken. */
    Stream<SimFrame> frames(SimAnswer answer, boolean usage);

    /** An event that is none. */
    SimFrame malformed();

    /** The body of an error answer with this status. */
    ObjectNode error(int status, String requestId);

    /** The body for a request that breaks the dialect's rules. */
    ObjectNode error(SimRejection rejection, String requestId);

    /** The event, and the whole body, of an overload found after status 200. */
    SimFrame errorEvent(String requestId);

    /** The error that a kind of fault stands for: its status and body. */
    Failure failure(SimFault.Kind kind, Window window, String requestId);

    /** The headers of every answer. */
    Map<String, String> headers(String requestId);

    record Failure(int status, ObjectNode body) {}

    /** How large the prompt is and how large it may be. */
    record Window(int prompt, int limit) {}
}
