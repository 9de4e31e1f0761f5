/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/** Errors as the Anthropic SDKs read them. */
final class AnthropicErrors {
    private AnthropicErrors() {}

    static ObjectNode write(LlmException error, String requestId) {
        ObjectNode body = Json.object().put("type", "error");
        body.putObject("error").put("type", type(error)).put("message", error.reason());
        return body.put("request_id", requestId);
    }

    private static String type(LlmException error) {
        if (error.clientStatus() == 401) {
            return "authentication_error";
        }
        if (error.clientStatus() == 413) {
            return "request_too_large";
        }
        return switch (error.errorClass()) {
            case INVALID_REQUEST, UNSUPPORTED_FEATURE, CONTEXT_OVERFLOW, POLICY_REJECTION, CONFLICT ->
                "invalid_request_error";
            case NOT_FOUND -> "not_found_error";
            case FORBIDDEN -> "permission_error";
            case RATE_LIMITED -> "rate_limit_error";
            case QUOTA_EXHAUSTED, INSUFFICIENT_FUNDS -> "billing_error";
            case DEADLINE_EXCEEDED -> "timeout_error";
            case OVERLOADED -> "overloaded_error";
            // the gateway's own credential is none of the client's business
            case AUTHENTICATION, PROVIDER_UNAVAILABLE, OUTPUT_INVALID, CANCELLED -> "api_error";
        };
    }
}
