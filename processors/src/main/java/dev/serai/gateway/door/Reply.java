/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.io.InputStream;

import jakarta.servlet.http.HttpServletResponse;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Repeat;
import dev.serai.llm.LlmException;

/**
 * The last step of every HTTP door: writes status, headers and body. Headers are set on the servlet response and come from
 * here alone; whatever stood in the message is left behind.
 */
@Component("reply")
public final class Reply implements Processor {
    static final String RESPONSE = "SeraiHttpResponse";
    /** What the door's answer is: an {@link Answer}. */
    public static final String ANSWER = "SeraiAnswer";

    /** The media type of a whole answer that is not JSON. */
    public static final String TYPE = "SeraiAnswerType";

    /** Tells the client that its answer was made for an earlier call with the same idempotency key. */
    private static final String REPLAYED = "Idempotent-Replayed";

    private static final Logger LOG = LoggerFactory.getLogger(Reply.class);
    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream;charset=UTF-8";

    private final Doors doors;

    Reply(Doors doors) {
        this.doors = doors;
    }

    /**
     * What to send: exactly one of the three is set.
     *
     * @param body   a whole answer
     * @param events a stream
     * @param error  a failure before anything was sent
     */
    public record Answer(byte[] body, InputStream events, LlmException error) {}

    @Override
    public void process(Exchange exchange) {
        Call call = Call.of(exchange);
        Answer answer = exchange.getProperty(ANSWER, Answer.class);
        HttpServletResponse response = (HttpServletResponse) exchange.getProperty(RESPONSE);
        Message message = exchange.getMessage();
        message.removeHeaders("*");
        exchange.getExchangeExtension().setStreamCacheDisabled(true);
        common(call, response);
        if (answer.error() != null) {
            error(call, answer.error(), response, message);
        } else if (answer.events() != null) {
            response.setHeader("Cache-Control", "no-cache");
            response.setHeader("X-Accel-Buffering", "no");
            boolean events = doors.of(call).streamsEvents();
            message.setHeader(Exchange.CONTENT_TYPE, events ? EVENTS : JSON);
            message.setBody(events ? answer.events() : new JsonArrayStream(answer.events()));
        } else {
            whole(answer.body(), response, message);
            message.setHeader(Exchange.CONTENT_TYPE, exchange.getProperty(TYPE, JSON, String.class));
        }
    }

    private void error(Call call, LlmException error, HttpServletResponse response, Message message) {
        message.setHeader(Exchange.HTTP_RESPONSE_CODE, error.clientStatus());
        error.retryAfter()
                .ifPresent(wait -> response.setHeader("Retry-After", Long.toString(RetryAfterHeader.seconds(wait))));
        whole(doors.errorWriter(call).error(error, call.requestId()), response, message);
        LOG.atDebug()
                .addKeyValue("requestId", call.requestId())
                .addKeyValue("error", error.getMessage())
                .log("A call ended in an error");
    }

    /** Its length goes ahead of it: a client that is still sending a body too large has its answer complete. */
    private static void whole(byte[] body, HttpServletResponse response, Message message) {
        response.setContentLength(body.length);
        message.setHeader(Exchange.CONTENT_TYPE, JSON);
        message.setBody(body);
    }

    private static void common(Call call, HttpServletResponse response) {
        response.setHeader("X-Request-Id", call.requestId());
        response.setHeader("request-id", call.requestId());
        response.setHeader("traceparent", call.traceParent().toString());
        if (call.door().equals(Doors.ADMIN)) {
            response.setHeader("Cache-Control", "no-store");
        }
        if (Repeat.isGiven(call)) {
            response.setHeader(REPLAYED, "true");
        }
        LimitHeaders.of(call).forEach(response::setHeader);
        ConfidenceHeader.of(call).forEach(response::setHeader);
        Diagnosis.of(call).forEach(response::setHeader);
    }
}
