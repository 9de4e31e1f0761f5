/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

/** OpenAI Responses; its errors are those of chat completions but for a few. */
final class ResponsesSim implements SimDialect {
    private final OpenAiSim chat = new OpenAiSim();

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_RESPONSES;
    }

    @Override
    public Target target(String path) {
        return path.endsWith("/responses") ? Target.IN_BODY : null;
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        return ResponsesPrompts.read(call.body());
    }

    @Override
    public ObjectNode answer(SimAnswer answer) {
        return ResponsesAnswers.whole(answer);
    }

    @Override
    public Stream<SimFrame> frames(SimAnswer answer, boolean usage) {
        return new ResponsesEvents(answer).frames();
    }

    @Override
    public SimFrame malformed() {
        return SimFrame.text(
                SimFrame.Role.FAULT,
                "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"del\n\n");
    }

    @Override
    public Failure error(int status, String requestId) {
        return chat.error(status, requestId);
    }

    @Override
    public Failure error(SimRejection rejection, String requestId) {
        return chat.error(rejection, requestId);
    }

    @Override
    public SimFrame errorEvent(Progress at) {
        return ResponsesEvents.failure(at.answer(), at.frames(), overload());
    }

    @Override
    public byte[] errorBody(Progress at) {
        return SimJson.bytes(ResponsesAnswers.failed(at.answer(), overload()));
    }

    private static ObjectNode overload() {
        return (ObjectNode) OpenAiSim.body(503).get("error");
    }

    @Override
    public Failure failure(SimFault.Kind kind, Window window, String requestId) {
        return switch (kind) {
            case CONTEXT_LENGTH ->
                invalid(
                        "Your input exceeds the context window of this model. Please adjust your input and try again.",
                        "input",
                        "context_length_exceeded");
            case CONTENT_FILTER ->
                invalid(
                        "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
                        null,
                        "invalid_prompt");
            default -> chat.failure(kind, window, requestId);
        };
    }

    private static Failure invalid(String message, String param, String code) {
        return new Failure(400, OpenAiSim.error(message, "invalid_request_error", param, code));
    }

    @Override
    public Map<String, String> headers(String requestId) {
        return chat.headers(requestId);
    }
}
