/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/** Errors as the OpenAI SDKs read them: they choose their exception by the HTTP status, programs switch on the code. */
final class OpenAiChatErrors {
    private static final String INVALID_REQUEST = "invalid_request_error";

    private OpenAiChatErrors() {}

    static ObjectNode write(LlmException error) {
        ObjectNode body = Json.object();
        body.putObject("error")
                .put("message", error.reason())
                .put("type", type(error))
                .put("param", error.field())
                .put("code", code(error));
        return body;
    }

    private static String type(LlmException error) {
        if (error.clientStatus() == 401) {
            return INVALID_REQUEST;
        }
        return switch (error.errorClass()) {
            case INVALID_REQUEST,
                    UNSUPPORTED_FEATURE,
                    CONTEXT_OVERFLOW,
                    POLICY_REJECTION,
                    NOT_FOUND,
                    FORBIDDEN,
                    CONFLICT -> INVALID_REQUEST;
            case RATE_LIMITED -> "rate_limit_error";
            case QUOTA_EXHAUSTED, INSUFFICIENT_FUNDS -> "insufficient_quota";
            case AUTHENTICATION, PROVIDER_UNAVAILABLE, DEADLINE_EXCEEDED, OUTPUT_INVALID, CANCELLED, OVERLOADED ->
                "server_error";
        };
    }

    /** The codes that OpenAI's own clients switch on come before a provider's own code. */
    private static String code(LlmException error) {
        if (error.clientStatus() == 401) {
            return "invalid_api_key";
        }
        if (error.errorClass() == ErrorClass.NOT_FOUND && error.code() == null) {
            return "model_not_found";
        }
        return switch (error.errorClass()) {
            case CONTEXT_OVERFLOW -> "context_length_exceeded";
            case POLICY_REJECTION -> "content_policy_violation";
            case RATE_LIMITED -> "rate_limit_exceeded";
            case QUOTA_EXHAUSTED, INSUFFICIENT_FUNDS -> "insufficient_quota";
            default -> error.code() == null ? error.errorClass().code() : error.code();
        };
    }
}
