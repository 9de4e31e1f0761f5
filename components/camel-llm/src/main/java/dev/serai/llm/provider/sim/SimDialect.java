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

    /**
     * What this path calls.
     *
     * @param path below the mount, without the query
     * @return null where it is no path of this dialect
     */
    Target target(String path);

    /** Reads a request as strictly as the real provider does in what it reads here. */
    SimPrompt read(SimCall call) throws SimRejection;

    /** The body of a whole answer. */
    ObjectNode answer(SimAnswer answer);

    /** The body of a whole answer of an operation besides chat; null for a chat. */
    default ObjectNode result(SimCall call, SimAnswer.Tokens usage, long seed) {
        return null;
    }

    /** The media type of a streamed answer. */
    default String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    /** The events of a streamed answer, made as they are taken. */
    Stream<SimFrame> frames(SimAnswer answer, boolean usage);

    /** An event that is none. */
    SimFrame malformed();

    /** An error answer with this status. */
    Failure error(int status, String requestId);

    /** The answer to a request that breaks the dialect's rules. */
    Failure error(SimRejection rejection, String requestId);

    /** The event, and the whole body, of an overload found after status 200. */
    SimFrame errorEvent(String requestId);

    /** The error that a kind of fault stands for. */
    Failure failure(SimFault.Kind kind, Window window, String requestId);

    /** The headers of every answer. */
    Map<String, String> headers(String requestId);

    /** @param headers besides those of every answer */
    record Failure(int status, Map<String, String> headers, ObjectNode body) {
        Failure(int status, ObjectNode body) {
            this(status, Map.of(), body);
        }
    }

    /** How large the prompt is and how large it may be. */
    record Window(int prompt, int limit) {}

    /**
     * @param model  null where the body names it
     * @param stream null where the body says it
     */
    record Target(String model, Boolean stream) {
        static final Target IN_BODY = new Target(null, null);
    }

    /** A request: what its path called, its body and its headers by lower-case name. */
    record SimCall(Target target, JsonNode body, Map<String, String> headers) {
        boolean stream() {
            return target.stream() == null ? body.path("stream").asBoolean() : target.stream();
        }
    }
}
