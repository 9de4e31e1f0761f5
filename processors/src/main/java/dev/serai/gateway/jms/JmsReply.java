/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.dispatch.Repeat;
import dev.serai.gateway.door.ConfidenceHeader;
import dev.serai.gateway.door.Diagnosis;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.door.Finish;
import dev.serai.gateway.door.Reply;
import dev.serai.gateway.door.RetryAfterHeader;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/**
 * The last step of the JMS door: it sends the answer in the session that the request came with, so that one commit takes
 * the request and gives the answer, or neither. A failure that nobody can be told becomes a dead letter. Thread-safe.
 */
@Component("jms-reply")
public final class JmsReply implements Processor {
    private static final Logger LOG = LoggerFactory.getLogger(JmsReply.class);
    private static final String JSON = "application/json";
    private static final byte[] NOTHING = new byte[0];

    private final Doors doors;
    private final JmsStream streams;
    private final DeadLetters deadLetters;

    JmsReply(Doors doors, JmsStream streams, DeadLetters deadLetters) {
        this.doors = doors;
        this.streams = streams;
        this.deadLetters = deadLetters;
    }

    @Override
    public void process(Exchange exchange) throws JMSException, IOException {
        JmsRequest request = JmsRequest.of(exchange);
        Call call = Call.of(exchange);
        if (request.expired()) {
            return; // dropped: its record says so
        }
        Reply.Answer answer = exchange.getProperty(Reply.ANSWER, Reply.Answer.class);
        if (request.replyTo() == null) {
            unanswered(request, call, answer);
            return;
        }
        try {
            answer(request, call, answer);
        } catch (InvalidDestinationException e) {
            LOG.atInfo()
                    .addKeyValue("requestId", call.requestId())
                    .log("The reply address of a request is gone: the request is a dead letter");
            deadLetters.send(request, ErrorClass.CANCELLED, call.requestId());
        }
    }

    private void unanswered(JmsRequest request, Call call, Reply.Answer answer) throws JMSException, IOException {
        if (answer.events() != null) {
            answer.events().transferTo(OutputStream.nullOutputStream());
        }
        LlmException failure = failure(call, answer);
        if (failure != null) {
            deadLetters.send(request, failure.errorClass(), call.requestId());
        }
    }

    private void answer(JmsRequest request, Call call, Reply.Answer answer) throws JMSException, IOException {
        boolean streamed = answer.events() != null;
        int sent = streamed ? streams.send(request, call, answer.events()) : 0;
        LlmException failure = failure(call, answer);
        byte[] body = failure != null
                ? doors.errorWriter(call).error(failure, call.requestId())
                : streamed ? summary(call) : answer.body();
        Session session = request.session();
        if (!session.getTransacted()) {
            throw new IllegalStateException("the route has to consume with transacted: true");
        }
        Message reply = request.answer(session, body);
        describe(reply, call, failure);
        if (streamed) {
            JmsStream.group(reply, call, sent + 1);
        }
        try (MessageProducer producer = session.createProducer(request.replyTo())) {
            producer.send(reply, request.deliveryMode(), request.priority(), Message.DEFAULT_TIME_TO_LIVE);
        }
    }

    private static void describe(Message reply, Call call, LlmException failure) throws JMSException {
        reply.setStringProperty(JmsNames.REQUEST_ID, call.requestId());
        reply.setStringProperty(JmsNames.TRACE_PARENT, call.traceParent().toString());
        reply.setStringProperty(JmsNames.CONTENT_TYPE, JSON);
        reply.setBooleanProperty(JmsNames.FINAL, true);
        reply.setIntProperty(JmsNames.STATUS, failure == null ? 200 : failure.clientStatus());
        if (Repeat.isGiven(call)) {
            reply.setBooleanProperty(JmsNames.REPLAYED, true);
        }
        if (failure != null) {
            failed(reply, failure);
        }
        headers(reply, ConfidenceHeader.of(call));
        headers(reply, Diagnosis.of(call));
    }

    private static void headers(Message reply, Map<String, String> headers) throws JMSException {
        for (Map.Entry<String, String> header : headers.entrySet()) {
            reply.setStringProperty(propertyName(header.getKey()), header.getValue());
        }
    }

    /** Before the door had something to send, or in the stream. */
    private static LlmException failure(Call call, Reply.Answer answer) {
        CallOutcome outcome = call.outcome();
        return answer.error() != null || outcome == null ? answer.error() : outcome.failure();
    }

    private static void failed(Message reply, LlmException failure) throws JMSException {
        reply.setStringProperty(JmsNames.ERROR_CLASS, failure.errorClass().code());
        if (failure.retryAfter().isPresent()) {
            reply.setLongProperty(
                    JmsNames.RETRY_AFTER,
                    RetryAfterHeader.seconds(failure.retryAfter().get()));
        }
    }

    /** How a stream ended: the events of its dialect have gone out before. */
    private static byte[] summary(Call call) {
        CallOutcome outcome = call.outcome();
        if (outcome == null) {
            return NOTHING;
        }
        ObjectNode body = Json.object().put("id", call.requestId());
        if (call.task() != null) {
            body.put("task", call.task().name());
        }
        Finish.write(body, outcome.stopReason(), outcome.usage());
        return Json.bytes(body);
    }

    /** {@code X-Serai-Route-Version} is {@code SeraiRouteVersion}. */
    private static String propertyName(String header) {
        return header.substring("X-".length()).replace("-", "");
    }
}
