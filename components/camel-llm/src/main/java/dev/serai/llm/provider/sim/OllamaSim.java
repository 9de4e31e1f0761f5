/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

/** Ollama's own chat, with the limits of its cloud. */
final class OllamaSim implements SimDialect {
    private static final Target STREAMED = new Target(null, null, true);

    private static final String BUSY = "server busy, please try again.  maximum pending requests exceeded";

    @Override
    public Dialect dialect() {
        return Dialect.OLLAMA_CHAT;
    }

    @Override
    public Target target(String path) {
        return path.endsWith("/api/chat") ? STREAMED : null;
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        return OllamaPrompts.read(call);
    }

    @Override
    public ObjectNode answer(SimAnswer answer) {
        return OllamaAnswers.whole(answer);
    }

    @Override
    public String streamType() {
        return "application/x-ndjson";
    }

    @Override
    public Stream<SimFrame> frames(SimAnswer answer, boolean usage) {
        return new OllamaLines(answer).frames();
    }

    @Override
    public SimFrame malformed() {
        return SimFrame.text(SimFrame.Role.FAULT, "{\"model\":\"broken\",\"message\":{\"role\":\"assistant\",\"del\n");
    }

    @Override
    public Failure error(int status, String requestId) {
        String message =
                switch (status) {
                    case 401, 403 -> "unauthorized";
                    case 404 -> "model not found";
                    case 429 -> "too many concurrent requests";
                    case 502 -> "the cloud model is not reachable";
                    case 503, 529 -> BUSY;
                    default -> status >= 500 ? "an error was encountered while running the model" : "invalid request";
                };
        return failure(status, message);
    }

    @Override
    public Failure error(SimRejection rejection, String requestId) {
        return failure(400, rejection.getMessage());
    }

    @Override
    public SimFrame errorEvent(Progress at) {
        return SimFrame.line(SimFrame.Role.FAULT, SimJson.object().put("error", BUSY));
    }

    /** A content filter is not among what Ollama has: it answers like to any request that it does not take. */
    @Override
    public Failure failure(SimFault.Kind kind, Window window, String requestId) {
        return switch (kind) {
            case CONTEXT_LENGTH ->
                failure(
                        400,
                        "prompt too long; exceeded max context length by " + (window.prompt() - window.limit())
                                + " tokens (ref: " + requestId + ")");
            case CONTENT_FILTER -> error(400, requestId);
            case QUOTA ->
                failure(
                        429,
                        "you have reached your weekly usage limit, upgrade for higher limits: https://ollama.com/upgrade");
            default -> error(503, requestId);
        };
    }

    @Override
    public Map<String, String> headers(String requestId) {
        return Map.of();
    }

    private static Failure failure(int status, String message) {
        return new Failure(status, SimJson.object().put("error", message));
    }
}
