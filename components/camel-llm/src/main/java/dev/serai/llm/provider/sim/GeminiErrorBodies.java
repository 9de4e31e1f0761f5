/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Google's error objects. */
final class GeminiErrorBodies {
    private static final String TYPE = "type.googleapis.com/google.rpc.";
    private static final String QUOTA = "You exceeded your current quota, please check your plan and billing details.";
    private static final String METRIC = "generativelanguage.googleapis.com/generate_content_requests";

    private GeminiErrorBodies() {}

    static ObjectNode of(int status) {
        return switch (status) {
            case 400 -> error(400, "INVALID_ARGUMENT", "Request contains an invalid argument.");
            case 401 -> unauthenticated();
            case 402 -> error(402, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted.");
            case 403 ->
                error(
                        403,
                        "PERMISSION_DENIED",
                        "Method doesn't allow unregistered callers (callers without established identity). Please use "
                                + "API Key or other form of API consumer identity to call this API.");
            case 404 -> error(404, "NOT_FOUND", "models/sim is not found for API version v1beta.");
            case 429 -> rateLimit();
            case 499 -> error(499, "CANCELLED", "The operation was cancelled.");
            case 503, 529 -> error(status, "UNAVAILABLE", "The model is overloaded. Please try again later.");
            case 504 -> error(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete.");
            default ->
                status >= 500
                        ? error(status, "INTERNAL", "An internal error has occurred. Please retry.")
                        : error(status, "FAILED_PRECONDITION", "The request is not valid.");
        };
    }

    /** The field violation names the field as the vendor does, with its path. */
    static ObjectNode invalid(SimRejection rejection) {
        ObjectNode body = error(400, "INVALID_ARGUMENT", rejection.getMessage());
        ObjectNode violation =
                detail(body, "BadRequest").putArray("fieldViolations").addObject();
        violation.put("field", rejection.field()).put("description", rejection.getMessage());
        return body;
    }

    static ObjectNode contextLength(SimDialect.Window window) {
        return error(
                400,
                "INVALID_ARGUMENT",
                "The input token count (" + window.prompt() + ") exceeds the maximum number of tokens allowed ("
                        + window.limit() + ").");
    }

    static ObjectNode dailyQuota() {
        ObjectNode body = error(429, "RESOURCE_EXHAUSTED", QUOTA);
        violation(body, "GenerateRequestsPerDayPerProjectPerModel");
        return body;
    }

    private static ObjectNode rateLimit() {
        ObjectNode body = error(429, "RESOURCE_EXHAUSTED", QUOTA + "\nPlease retry in 2s.");
        violation(body, "GenerateRequestsPerMinutePerProjectPerModel");
        detail(body, "RetryInfo").put("retryDelay", "2s");
        return body;
    }

    private static ObjectNode unauthenticated() {
        ObjectNode body = error(
                401,
                "UNAUTHENTICATED",
                "API keys are not supported by this API. Expected OAuth2 access token or other authentication "
                        + "credentials that assert a principal.");
        detail(body, "ErrorInfo").put("reason", "CREDENTIALS_MISSING").put("domain", "googleapis.com");
        return body;
    }

    private static void violation(ObjectNode body, String quotaId) {
        detail(body, "QuotaFailure")
                .putArray("violations")
                .addObject()
                .put("quotaMetric", METRIC)
                .put("quotaId", quotaId)
                .put("quotaValue", "1000");
    }

    private static ObjectNode detail(ObjectNode body, String type) {
        return body.withObjectProperty("error")
                .withArrayProperty("details")
                .addObject()
                .put("@type", TYPE + type);
    }

    private static ObjectNode error(int code, String status, String message) {
        ObjectNode body = SimJson.object();
        body.putObject("error").put("code", code).put("message", message).put("status", status);
        return body;
    }
}
