/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import dev.serai.gateway.dispatch.TraceParent;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * The response to a request below a door's prefix. Where no door takes it (a path or method that is not served), the
 * container's error page is replaced by an error in the dialect that the path belongs to: SDKs read no other.
 */
final class UnservedResponse extends HttpServletResponseWrapper {
    private final HttpServletRequest request;

    UnservedResponse(HttpServletRequest request, HttpServletResponse response) {
        super(response);
        this.request = request;
    }

    @Override
    public void sendError(int status) throws IOException {
        sendError(status, null);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        String requestId = RequestId.random();
        resetBuffer();
        setStatus(status);
        setHeader("X-Request-Id", requestId);
        setHeader("request-id", requestId);
        setHeader(
                "traceparent",
                TraceParent.continuing(request.getHeader("traceparent")).toString());
        setContentType("application/json");
        byte[] body = writer().error(error(status), requestId);
        setContentLength(body.length);
        getOutputStream().write(body);
    }

    private ErrorWriter writer() {
        return request.getRequestURI().startsWith("/gateway/") ? new UseCaseDoor(false) : ModelsDialect.of(request);
    }

    private String hint() {
        return request.getRequestURI().startsWith("/v1/")
                ? " Check the base URL: OpenAI's SDKs want it with /v1 at its end, Anthropic's without."
                : "";
    }

    private LlmException error(int status) {
        String what = request.getMethod() + " " + request.getRequestURI();
        return switch (status) {
            case SC_NOT_FOUND ->
                LlmException.of(ErrorClass.NOT_FOUND)
                        .code("unknown_path")
                        .reason("There is no '" + what + "' here." + hint())
                        .build();
            case SC_METHOD_NOT_ALLOWED ->
                LlmException.of(ErrorClass.INVALID_REQUEST)
                        .clientStatus(status)
                        .code("method_not_allowed")
                        .reason("'" + what + "' is not served: the method has to be " + getHeader("Allow") + ".")
                        .build();
            default ->
                LlmException.of(status < 500 ? ErrorClass.INVALID_REQUEST : ErrorClass.PROVIDER_UNAVAILABLE)
                        .clientStatus(status)
                        .code(status < 500 ? "bad_request" : "internal_error")
                        .reason("'" + what + "' could not be served.")
                        .build();
        };
    }
}
