/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

/** OpenAI chat completions. */
final class OpenAiSim implements SimDialect {
    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public Target target(String path) {
        return path.endsWith("/chat/completions") ? Target.IN_BODY : null;
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        return OpenAiPrompts.read(call.body());
    }

    @Override
    public ObjectNode answer(SimAnswer answer) {
        return OpenAiAnswers.whole(answer);
    }

    @Override
    public Stream<SimFrame> frames(SimAnswer answer, boolean usage) {
        return new OpenAiChunks(answer, usage).frames();
    }

    @Override
    public SimFrame malformed() {
        return SimFrame.text(
                SimFrame.Role.FAULT, "data: {\"id\":\"chatcmpl-broken\",\"choices\":[{\"index\":0,\"del\n\n");
    }

    @Override
    public Failure error(int status, String requestId) {
        return new Failure(status, body(status));
    }

    static ObjectNode body(int status) {
        return switch (status) {
            case 401 -> error("Incorrect API key provided.", "invalid_request_error", null, "invalid_api_key");
            case 403 -> error("You are not allowed to use this model.", "invalid_request_error", null, null);
            case 404 -> error("The model does not exist.", "invalid_request_error", null, "model_not_found");
            case 429 -> error("Rate limit reached. Please try again later.", "requests", null, "rate_limit_exceeded");
            case 503, 529 ->
                error(
                        "The server is overloaded. Please try again later.",
                        "service_unavailable_error",
                        null,
                        "server_is_overloaded");
            default ->
                status >= 500
                        ? error("The server had an error while processing your request.", "server_error", null, null)
                        : error("The request is not valid.", "invalid_request_error", null, null);
        };
    }

    @Override
    public Failure error(SimRejection rejection, String requestId) {
        return new Failure(
                400, error(rejection.getMessage(), "invalid_request_error", rejection.field(), rejection.code()));
    }

    @Override
    public SimFrame errorEvent(Progress at) {
        return SimFrame.data(SimFrame.Role.FAULT, body(503));
    }

    @Override
    public Failure failure(SimFault.Kind kind, Window window, String requestId) {
        return switch (kind) {
            case CONTEXT_LENGTH -> new Failure(400, contextLength(window));
            case CONTENT_FILTER ->
                new Failure(
                        400,
                        error(
                                "Your request was rejected as a result of our safety system.",
                                "invalid_request_error",
                                null,
                                "content_policy_violation"));
            case QUOTA ->
                new Failure(
                        429,
                        error(
                                "You exceeded your current quota, please check your plan and billing details.",
                                "insufficient_quota",
                                null,
                                "insufficient_quota"));
            default -> new Failure(503, body(503));
        };
    }

    @Override
    public Map<String, String> headers(String requestId) {
        return Map.of("x-request-id", requestId, "openai-version", "2020-10-01", "openai-processing-ms", "1");
    }

    private static ObjectNode contextLength(Window window) {
        String message = "This model's maximum context length is " + window.limit()
                + " tokens. However, your messages resulted in " + window.prompt()
                + " tokens. Please reduce the length of the messages.";
        return error(message, "invalid_request_error", "messages", "context_length_exceeded");
    }

    static ObjectNode error(String message, String type, String param, String code) {
        ObjectNode body = SimJson.object();
        body.putObject("error")
                .put("message", message)
                .put("type", type)
                .put("param", param)
                .put("code", code);
        return body;
    }
}
