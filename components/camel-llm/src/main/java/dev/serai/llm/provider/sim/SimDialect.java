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

    /** This dialect as it is spoken to such a call; {@code query} is that of the URI, empty where it has none. */
    default SimDialect spokenTo(Target target, String query) {
        return this;
    }

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

    /** An overload found in the middle of a stream. */
    SimFrame errorEvent(Progress at);

    /** The body of an answer with status 200 that tells of an overload. */
    default byte[] errorBody(Progress at) {
        return error(503, at.requestId()).body();
    }

    /** The error that a kind of fault stands for. */
    Failure failure(SimFault.Kind kind, Window window, String requestId);

    /** The headers of every answer. */
    Map<String, String> headers(String requestId);

    /** @param headers besides those of every answer */
    record Failure(int status, Map<String, String> headers, byte[] body) {
        Failure(int status, Map<String, String> headers, JsonNode body) {
            this(status, headers, SimJson.bytes(body));
        }

        Failure(int status, JsonNode body) {
            this(status, Map.of(), body);
        }
    }

    /**
     * How far an answer has come.
     *
     * @param frames that were sent of it
     */
    record Progress(SimAnswer answer, int frames, String requestId) {}

    /** How large the prompt is and how large it may be. */
    record Window(int prompt, int limit) {}

    /**
     * @param model     null where the body names it
     * @param stream    null where the body says it
     * @param byDefault whether an answer is streamed where nothing says it
     */
    record Target(String model, Boolean stream, boolean byDefault) {
        static final Target IN_BODY = new Target(null, null);

        Target(String model, Boolean stream) {
            this(model, stream, false);
        }
    }

    /** A request: what its path called, its body and its headers by lower-case name. */
    record SimCall(Target target, JsonNode body, Map<String, String> headers) {
        boolean stream() {
            return target.stream() == null ? body.path("stream").asBoolean(target.byDefault()) : target.stream();
        }
    }
}
