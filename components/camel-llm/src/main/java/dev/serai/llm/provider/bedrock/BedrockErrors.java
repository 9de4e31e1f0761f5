/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.bedrock;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;

import static dev.serai.llm.provider.ErrorRule.always;

/** How Bedrock says no: with an exception's name, in a header of an answer or of a stream's frame. */
public final class BedrockErrors extends ErrorTable {
    private static final List<ErrorRule> RULES = List.of(
            // more tokens than the day's allowance: waiting a moment does not help
            always().label("ThrottlingException")
                    .says("per day", "daily")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("daily limit"),
            always().label("ThrottlingException", "TooManyRequestsException").is(ErrorClass.RATE_LIMITED),
            always().label("ServiceQuotaExceededException").is(ErrorClass.QUOTA_EXHAUSTED),
            // the model is still loading
            always().label("ModelNotReadyException")
                    .is(ErrorClass.PROVIDER_UNAVAILABLE)
                    .because("model not ready"),
            always().label("ModelTimeoutException").is(ErrorClass.DEADLINE_EXCEEDED),
            always().label("ValidationException")
                    .says(
                            "input tokens exceeded",
                            "input is too long",
                            "prompt is too long",
                            "too many input tokens",
                            "maximum context length",
                            "exceed context limit")
                    .is(ErrorClass.CONTEXT_OVERFLOW),
            always().label("ValidationException")
                    .says("blocked by our content filters", "content filtering policy")
                    .is(ErrorClass.POLICY_REJECTION)
                    .because("content filter"),
            // the model ran and made no sense; a stop reason, not an exception
            always().label("malformed_model_output", "malformed_tool_use").is(ErrorClass.OUTPUT_INVALID),
            always().label(
                            "AccessDeniedException",
                            "ExpiredTokenException",
                            "UnrecognizedClientException",
                            "InvalidSignatureException",
                            "IncompleteSignatureException",
                            "MissingAuthenticationTokenException")
                    .is(ErrorClass.AUTHENTICATION),
            always().label("ValidationException", "ResourceNotFoundException").is(ErrorClass.INVALID_REQUEST),
            always().label(
                            "ModelErrorException",
                            "ModelStreamErrorException",
                            "InternalServerException",
                            "ServiceUnavailableException")
                    .is(ErrorClass.PROVIDER_UNAVAILABLE));

    public BedrockErrors(RetryAfter retryAfter) {
        super(BedrockProvider.NAME, retryAfter, RULES);
    }

    @Override
    public LlmException read(int status, UnaryOperator<String> header, byte[] body) {
        return super.read(status, header, typed(header.apply("x-amzn-errortype"), body));
    }

    /** The body with the exception's name in it, which may stand between a namespace and a URL. */
    private static byte[] typed(String header, byte[] body) {
        ObjectNode error = Json.parseObject(new String(body, StandardCharsets.UTF_8));
        if (error == null) {
            return body;
        }
        String type = header == null ? Json.text(error, "__type") : header;
        if (type != null) {
            String name = type.replaceFirst(":.*", "");
            error.put("type", name.substring(name.indexOf('#') + 1));
        }
        if (error.has("Message")) {
            error.set("message", error.get("Message"));
        }
        return Json.bytes(error);
    }
}
