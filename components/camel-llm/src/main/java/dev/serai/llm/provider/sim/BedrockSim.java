/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

/** Amazon Bedrock, Converse and ConverseStream. */
final class BedrockSim implements SimDialect {
    private static final Pattern PATH = Pattern.compile(".*/model/([^/]+)/converse(-stream)?");
    private static final String SERVICE = ":http://internal.amazon.com/coral/com.amazon.bedrock/";
    private static final String FRONT = ":http://internal.amazon.com/coral/com.amazon.coral.service/";

    @Override
    public Dialect dialect() {
        return Dialect.BEDROCK_CONVERSE;
    }

    @Override
    public Target target(String path) {
        Matcher matcher = PATH.matcher(path);
        return matcher.matches()
                ? new Target(URLDecoder.decode(matcher.group(1), StandardCharsets.UTF_8), matcher.group(2) != null)
                : null;
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        BedrockAuthorization.check(call.headers());
        return BedrockPrompts.read(call);
    }

    @Override
    public ObjectNode answer(SimAnswer answer) {
        return BedrockAnswers.whole(answer);
    }

    @Override
    public String streamType() {
        return "application/vnd.amazon.eventstream";
    }

    @Override
    public Stream<SimFrame> frames(SimAnswer answer, boolean usage) {
        return new BedrockEvents(answer).frames();
    }

    /** A frame whose checksums are right around a payload that is cut. */
    @Override
    public SimFrame malformed() {
        return BedrockFrame.event(
                SimFrame.Role.FAULT,
                "contentBlockDelta",
                "{\"contentBlockIndex\":0,\"del".getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Failure error(int status, String requestId) {
        return switch (status) {
            case 401, 403 ->
                status == 401
                        ? failure(
                                status,
                                "UnrecognizedClientException",
                                "The security token included in the request is invalid.")
                        : failure(
                                status,
                                "AccessDeniedException",
                                "You don't have access to the model with the specified model ID.");
            case 404 -> failure(status, "ResourceNotFoundException", "Could not resolve the foundation model.");
            case 408 -> failure(status, "ModelTimeoutException", "Model has timed out in processing the request.");
            case 424 ->
                failure(
                        status,
                        "ModelErrorException",
                        SimJson.object()
                                .put("message", "The model failed to process the request.")
                                .put("originalStatusCode", 500)
                                .put("resourceName", "simulated"));
            case 429 -> failure(status, "ThrottlingException", "Too many requests, please wait before trying again.");
            case 503, 529 ->
                failure(status, "ServiceUnavailableException", "Bedrock is unable to process your request.");
            default ->
                status >= 500
                        ? failure(
                                status,
                                "InternalServerException",
                                "The system encountered an unexpected error during processing. Try your request again.")
                        : failure(status, "ValidationException", "The request is not valid.");
        };
    }

    @Override
    public Failure error(SimRejection rejection, String requestId) {
        return rejection.code() == null
                ? failure(400, "ValidationException", rejection.getMessage())
                : failure(403, rejection.code(), rejection.getMessage());
    }

    @Override
    public SimFrame errorEvent(Progress at) {
        return BedrockFrame.exception(
                "serviceUnavailableException", error(503, at.requestId()).body());
    }

    @Override
    public Failure failure(SimFault.Kind kind, Window window, String requestId) {
        return switch (kind) {
            case CONTEXT_LENGTH ->
                failure(
                        400,
                        "ValidationException",
                        "The model returned the following errors: Input Tokens Exceeded: Number of input tokens exceeds"
                                + " maximum length. Please update the input to try again.");
            case CONTENT_FILTER ->
                failure(
                        400,
                        "ValidationException",
                        "This request has been blocked by our content filters. Our filters automatically flagged this"
                                + " prompt because it may conflict our AUP or AWS Responsible AI Policy.");
            case QUOTA ->
                failure(429, "ThrottlingException", "Too many tokens per day, please wait before trying again.");
            default -> error(503, requestId);
        };
    }

    @Override
    public Map<String, String> headers(String requestId) {
        return Map.of("x-amzn-requestid", requestId);
    }

    private static Failure failure(int status, String type, String message) {
        return failure(status, type, SimJson.object().put("message", message));
    }

    /** The class is only in a header, behind which stands who says so. */
    private static Failure failure(int status, String type, ObjectNode body) {
        boolean front = type.contains("Token") || type.contains("Client") || type.contains("Signature");
        return new Failure(status, Map.of("x-amzn-errortype", type + (front ? FRONT : SERVICE)), body);
    }
}
