/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

/** Cohere, Chat version 2. */
final class CohereSim implements SimDialect {
    private static final String OVERLOADED = "Service unavailable, please try again later.";

    @Override
    public Dialect dialect() {
        return Dialect.COHERE_CHAT;
    }

    @Override
    public Target target(String path) {
        return path.endsWith("/v2/chat") ? Target.IN_BODY : null;
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        return CoherePrompts.read(call.body());
    }

    @Override
    public ObjectNode answer(SimAnswer answer) {
        return CohereAnswers.whole(answer);
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    @Override
    public Stream<SimFrame> frames(SimAnswer answer, boolean usage) {
        return new CohereEvents(answer).frames();
    }

    @Override
    public SimFrame malformed() {
        return SimFrame.text(
                SimFrame.Role.FAULT, "event: content-delta\ndata: {\"type\":\"content-delta\",\"index\":0,\"del\n\n");
    }

    @Override
    public Failure error(int status, String requestId) {
        return failure(status, requestId, message(status));
    }

    private static String message(int status) {
        return switch (status) {
            case 401 -> "Incorrect API key provided: ***********.";
            case 402 ->
                "Please add or update your payment method at https://dashboard.cohere.com/billing?tab=payment to continue";
            case 403 -> "Your API key may not use this resource.";
            case 404 ->
                "model not found, make sure the correct model ID was used and that you have access to the model.";
            case 422 -> "The request could not be processed.";
            case 429 ->
                "You are past the per minute request limit, please wait and try again later or contact your account"
                        + " manager.";
            case 498 -> "The request holds a deny-listed token.";
            case 499 -> "The request was cancelled.";
            case 501 -> "This is not implemented.";
            case 503, 529 -> OVERLOADED;
            case 504 -> "The request timed out.";
            default -> status >= 500 ? "Internal server error" : "invalid request";
        };
    }

    @Override
    public Failure error(SimRejection rejection, String requestId) {
        return failure(400, requestId, "invalid request: " + rejection.getMessage());
    }

    /** A failure is a way for a message to end. */
    @Override
    public SimFrame errorEvent(Progress at) {
        ObjectNode event = SimJson.object().put("type", "message-end");
        event.putObject("delta")
                .put("finish_reason", "ERROR")
                .put("error", OVERLOADED)
                .putObject("usage");
        return SimFrame.event(SimFrame.Role.FAULT, event);
    }

    @Override
    public byte[] errorBody(Progress at) {
        ObjectNode body = SimJson.object().put("id", CohereAnswers.id(at.answer()));
        body.putObject("message").put("role", "assistant").putArray("content");
        body.put("finish_reason", "ERROR").put("error", OVERLOADED).putObject("usage");
        return SimJson.bytes(body);
    }

    @Override
    public Failure failure(SimFault.Kind kind, Window window, String requestId) {
        return switch (kind) {
            case CONTEXT_LENGTH -> tooManyTokens(window, requestId);
            case CONTENT_FILTER -> error(498, requestId);
            case QUOTA -> error(402, requestId);
            default -> error(503, requestId);
        };
    }

    @Override
    public Map<String, String> headers(String requestId) {
        return Map.of("x-debug-trace-id", requestId, "access-control-expose-headers", "X-Debug-Trace-ID");
    }

    private static Failure tooManyTokens(Window window, String requestId) {
        String message = "too many tokens: size limit exceeded by " + (window.prompt() - window.limit())
                + " tokens. Try using shorter or fewer inputs. The limit for this model is " + window.limit()
                + " tokens.";
        return new Failure(
                400,
                SimJson.object()
                        .put("error_type", "TOO_MANY_TOKENS")
                        .put("id", requestId)
                        .put("message", message));
    }

    private static Failure failure(int status, String requestId, String message) {
        return new Failure(status, SimJson.object().put("id", requestId).put("message", message));
    }
}
