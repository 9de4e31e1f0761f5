/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

/** Anthropic Messages. */
final class AnthropicSim implements SimDialect {
    @Override
    public Dialect dialect() {
        return Dialect.ANTHROPIC_MESSAGES;
    }

    @Override
    public Target target(String path) {
        return path.endsWith("/v1/messages") ? Target.IN_BODY : null;
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        return AnthropicPrompts.read(call.body(), call.headers());
    }

    @Override
    public ObjectNode answer(SimAnswer answer) {
        return AnthropicAnswers.whole(answer);
    }

    @Override
    public Stream<SimFrame> frames(SimAnswer answer, boolean usage) {
        return new AnthropicEvents(answer).frames();
    }

    @Override
    public SimFrame malformed() {
        return SimFrame.text(
                SimFrame.Role.FAULT,
                "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"del\n\n");
    }

    @Override
    public Failure error(int status, String requestId) {
        return new Failure(status, body(status, requestId));
    }

    private static ObjectNode body(int status, String requestId) {
        return switch (status) {
            case 401 -> error("authentication_error", "invalid x-api-key", requestId);
            case 402 -> error("billing_error", "Your payment is overdue.", requestId);
            case 403 -> error("permission_error", "Your API key may not use this resource.", requestId);
            case 404 -> error("not_found_error", "model: not found", requestId);
            case 409 -> error("conflict_error", "The request conflicts with another one.", requestId);
            case 413 -> error("request_too_large", "Request exceeds the maximum size", requestId);
            case 429 -> error("rate_limit_error", "This request would exceed your rate limit.", requestId);
            case 504 -> error("timeout_error", "Processing took too long.", requestId);
            case 503, 529 -> error("overloaded_error", "Overloaded", requestId);
            default ->
                status >= 500
                        ? error("api_error", "Internal server error", requestId)
                        : error("invalid_request_error", "The request is not valid.", requestId);
        };
    }

    @Override
    public Failure error(SimRejection rejection, String requestId) {
        return new Failure(
                400, error("invalid_request_error", rejection.field() + ": " + rejection.getMessage(), requestId));
    }

    @Override
    public SimFrame errorEvent(Progress at) {
        ObjectNode body = body(529, at.requestId());
        body.withObjectProperty("error").putNull("details");
        return SimFrame.event(SimFrame.Role.FAULT, body);
    }

    @Override
    public Failure failure(SimFault.Kind kind, Window window, String requestId) {
        return switch (kind) {
            case CONTEXT_LENGTH ->
                new Failure(
                        400,
                        error(
                                "invalid_request_error",
                                "prompt is too long: " + window.prompt() + " tokens > " + window.limit() + " maximum",
                                requestId));
            case CONTENT_FILTER ->
                new Failure(
                        400, error("invalid_request_error", "Output blocked by content filtering policy", requestId));
            case QUOTA -> new Failure(429, spendLimit(requestId));
            default -> new Failure(529, body(529, requestId));
        };
    }

    @Override
    public Map<String, String> headers(String requestId) {
        return Map.of("request-id", requestId);
    }

    private static ObjectNode spendLimit(String requestId) {
        ObjectNode body = error("rate_limit_error", "You have reached your monthly spend limit.", requestId);
        body.withObjectProperty("error").putObject("details").put("error_code", "enforced_spend_limit_reached");
        return body;
    }

    private static ObjectNode error(String type, String message, String requestId) {
        ObjectNode body = SimJson.object().put("type", "error");
        body.putObject("error").put("type", type).put("message", message);
        return body.put("request_id", requestId);
    }
}
