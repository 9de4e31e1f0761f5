/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/** Errors as Google's SDKs read them: by the number, the status word and the typed details. */
final class GeminiErrors {
    private static final String RPC = "type.googleapis.com/google.rpc.";

    private GeminiErrors() {}

    static ObjectNode write(LlmException error) {
        ObjectNode body = Json.object();
        ObjectNode json = body.putObject("error")
                .put("code", error.clientStatus())
                .put("message", error.reason())
                .put("status", status(error));
        ArrayNode details = json.putArray("details");
        details.addObject()
                .put("@type", RPC + "ErrorInfo")
                .put("reason", reason(error))
                .put("domain", "serai");
        if (error.field() != null) {
            details.addObject()
                    .put("@type", RPC + "BadRequest")
                    .putArray("fieldViolations")
                    .addObject()
                    .put("field", error.field())
                    .put("description", error.reason());
        }
        error.retryAfter()
                .ifPresent(wait ->
                        details.addObject().put("@type", RPC + "RetryInfo").put("retryDelay", seconds(wait)));
        return body;
    }

    /** An event, where Gemini itself breaks a stream off with a bare object: Google's Java SDK does not see that one. */
    static byte[] writeInStream(LlmException error) {
        return ("data: " + write(error) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String seconds(Duration wait) {
        return BigDecimal.valueOf(wait.toMillis(), 3).stripTrailingZeros().toPlainString() + "s";
    }

    private static String reason(LlmException error) {
        return error.clientStatus() == 401
                ? "API_KEY_INVALID"
                : error.errorClass().name();
    }

    private static String status(LlmException error) {
        if (error.clientStatus() == 401) {
            return "UNAUTHENTICATED";
        }
        return switch (error.errorClass()) {
            case INVALID_REQUEST, UNSUPPORTED_FEATURE, CONTEXT_OVERFLOW -> "INVALID_ARGUMENT";
            case POLICY_REJECTION -> "FAILED_PRECONDITION";
            case NOT_FOUND -> "NOT_FOUND";
            case FORBIDDEN -> "PERMISSION_DENIED";
            case CONFLICT -> "ABORTED";
            case RATE_LIMITED, QUOTA_EXHAUSTED, INSUFFICIENT_FUNDS -> "RESOURCE_EXHAUSTED";
            case DEADLINE_EXCEEDED -> "DEADLINE_EXCEEDED";
            case CANCELLED -> "CANCELLED";
            case OUTPUT_INVALID -> "INTERNAL";
            // the gateway's own credential is none of the client's business
            case AUTHENTICATION, PROVIDER_UNAVAILABLE, OVERLOADED -> "UNAVAILABLE";
        };
    }
}
