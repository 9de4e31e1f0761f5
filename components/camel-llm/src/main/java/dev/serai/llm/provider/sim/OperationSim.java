/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** An operation besides chat: it fails as the chat of its dialect does, and its answers are never streamed. */
abstract class OperationSim implements SimDialect {
    private final SimDialect chat;
    private final String path;

    /** @param path how paths of this operation end */
    OperationSim(SimDialect chat, String path) {
        this.chat = chat;
        this.path = path;
    }

    /** A prompt of which only the text matters. */
    static SimPrompt prompt(SimCall call, String text) {
        return new SimPrompt(
                call.body().path("model").asText(), false, false, Integer.MAX_VALUE, text, SimPrompt.Tools.NONE, null);
    }

    /** @throws SimRejection where the field is missing */
    static JsonNode required(SimCall call, String field) throws SimRejection {
        JsonNode value = call.body().path(field);
        if (value.isMissingNode() || value.isNull() || value.isContainerNode() && value.isEmpty()) {
            throw new SimRejection(field, "missing_required_parameter", "Missing required parameter: '" + field + "'.");
        }
        return value;
    }

    /** The body of a whole answer; usage is null where the script reports none. */
    @Override
    public abstract ObjectNode result(SimCall call, Tokens usage, long seed);

    @Override
    public final Dialect dialect() {
        return chat.dialect();
    }

    @Override
    public final Target target(String called) {
        return called.endsWith(path) ? new Target(null, false) : null;
    }

    @Override
    public final ObjectNode answer(SimAnswer answer) {
        throw new IllegalStateException(path + " answers with its result");
    }

    @Override
    public final Stream<SimFrame> frames(SimAnswer answer, boolean usage) {
        throw new IllegalStateException(path + " has no stream");
    }

    @Override
    public final SimFrame malformed() {
        return chat.malformed();
    }

    @Override
    public final Failure error(int status, String requestId) {
        return chat.error(status, requestId);
    }

    @Override
    public final Failure error(SimRejection rejection, String requestId) {
        return chat.error(rejection, requestId);
    }

    @Override
    public final SimFrame errorEvent(Progress at) {
        return chat.errorEvent(at);
    }

    @Override
    public final Failure failure(SimFault.Kind kind, Window window, String requestId) {
        return chat.failure(kind, window, requestId);
    }

    @Override
    public final Map<String, String> headers(String requestId) {
        return chat.headers(requestId);
    }
}
