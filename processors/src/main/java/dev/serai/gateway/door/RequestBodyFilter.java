/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.filter.OncePerRequestFilter;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * Reads the body of a door's request before Camel sees it, up to a limit, so that no body is taken for a form, read
 * without bound or decoded by guess. What is wrong with it is kept for the door to say in its dialect. It also hides the
 * request's headers and parameters from Camel: nothing that a caller sent reaches a message header, and so a provider.
 */
public final class RequestBodyFilter extends OncePerRequestFilter {
    private static final String HEADERS = "serai.inbound.headers";

    static final String INBOUND = "serai.inbound.body";
    static final String PROBLEM = "serai.inbound.problem";

    private static final Pattern JSON = Pattern.compile("\\s*application/json\\s*(;.*)?", Pattern.CASE_INSENSITIVE);
    private static final byte[] EMPTY = new byte[0];
    private static final byte[] STARTING =
            "{\"error\":{\"message\":\"The gateway is starting.\",\"type\":\"server_error\",\"code\":\"starting\"}}"
                    .getBytes(StandardCharsets.US_ASCII);

    private final int maxBytes;
    private final BooleanSupplier ready;

    /** @param ready whether the doors are open: the port listens a moment earlier */
    public RequestBodyFilter(int maxBytes, BooleanSupplier ready) {
        this.maxBytes = maxBytes;
        this.ready = ready;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!ready.getAsBoolean()) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            response.setHeader("Retry-After", "1");
            response.setContentType("application/json");
            response.getOutputStream().write(STARTING);
            return;
        }
        LlmException problem = typeProblem(request);
        byte[] body = EMPTY;
        if (request.getContentLengthLong() > maxBytes) {
            problem = BodyLimit.exceeded(maxBytes);
        } else if (problem == null) {
            InputStream in = request.getInputStream();
            body = in.readNBytes(maxBytes);
            if (body.length == maxBytes && in.read() >= 0) {
                problem = BodyLimit.exceeded(maxBytes);
                body = EMPTY;
            }
        }
        request.setAttribute(HEADERS, copy(request));
        request.setAttribute(INBOUND, body);
        request.setAttribute(PROBLEM, problem);
        chain.doFilter(new Bare(request), new UnservedResponse(request, response));
    }

    /** The filter ran before the first dispatch; the asynchronous one only completes. */
    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return true;
    }

    /** Whatever the case of their names. A call may outlive its request, which the container uses again for another's. */
    private static Map<String, String> copy(HttpServletRequest request) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        request.getHeaderNames().asIterator().forEachRemaining(name -> headers.put(name, request.getHeader(name)));
        return headers;
    }

    /** The headers that a request came with. */
    @SuppressWarnings("unchecked")
    static Map<String, String> headers(HttpServletRequest request) {
        return (Map<String, String>) request.getAttribute(HEADERS);
    }

    private static LlmException typeProblem(HttpServletRequest request) {
        String type = request.getContentType();
        if (!"POST".equals(request.getMethod())) {
            return null;
        }
        if (type != null && JSON.matcher(type).matches()) {
            return null;
        }
        return LlmException.of(ErrorClass.INVALID_REQUEST)
                .clientStatus(415)
                .code("unsupported_content_type")
                .detail("the content type is not JSON")
                .reason("The body has to be JSON: set the header 'Content-Type: application/json'.")
                .build();
    }

    /** The request without what Camel would otherwise copy into the message. */
    private static final class Bare extends HttpServletRequestWrapper {
        Bare(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() {
            throw new IllegalStateException("the body was read by " + RequestBodyFilter.class.getSimpleName());
        }

        @Override
        public int getContentLength() {
            return 0;
        }

        @Override
        public long getContentLengthLong() {
            return 0;
        }

        @Override
        public String getContentType() {
            return null;
        }

        @Override
        public Enumeration<String> getHeaderNames() {
            return Collections.emptyEnumeration();
        }

        @Override
        public Enumeration<String> getParameterNames() {
            return Collections.emptyEnumeration();
        }

        @Override
        public Map<String, String[]> getParameterMap() {
            return Map.of();
        }
    }
}
