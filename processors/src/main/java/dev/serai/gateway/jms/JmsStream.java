/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

import org.springframework.jms.connection.SingleConnectionFactory;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.stream.EventEnd;

/**
 * Sends the events of a streamed answer as the messages of one group, as they come: on a session of its own, since what is
 * sent on the request's session is seen only after its commit. Each message is in its queue before the next is sent, and
 * so before the final one, which {@link JmsReply} sends. Thread-safe.
 */
@Component
final class JmsStream {
    private static final String EVENTS = "text/event-stream";
    private static final int READ = 32 * 1024;

    private final SingleConnectionFactory connections;

    JmsStream(ConnectionFactory connections) {
        this.connections = new SingleConnectionFactory(connections);
        this.connections.setReconnectOnException(true);
    }

    /** Sends all of a stream and closes it; a reply address that is gone cancels the call. Returns the number of messages. */
    int send(JmsRequest request, Call call, InputStream events) throws JMSException, IOException {
        try (events;
                Connection connection = connections.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(request.replyTo())) {
            int sequence = 0;
            byte[] buffer = new byte[READ];
            ByteArrayOutputStream pending = new ByteArrayOutputStream();
            for (int n = events.read(buffer); n >= 0; n = events.read(buffer)) {
                pending.write(buffer, 0, n);
                if (n > 0 && EventEnd.at(buffer, n)) {
                    send(request, call, session, producer, pending, ++sequence);
                }
            }
            if (pending.size() > 0) {
                send(request, call, session, producer, pending, ++sequence);
            }
            return sequence;
        }
    }

    /** Marks a message as the n-th of the call's group, counted from 1. */
    void group(Message message, Call call, int sequence) throws JMSException {
        message.setStringProperty(JmsNames.GROUP_ID, call.requestId());
        message.setIntProperty(JmsNames.GROUP_SEQUENCE, sequence);
    }

    private void send(
            JmsRequest request,
            Call call,
            Session session,
            MessageProducer producer,
            ByteArrayOutputStream events,
            int sequence)
            throws JMSException {
        Message message = request.answer(session, events.toByteArray());
        events.reset();
        group(message, call, sequence);
        message.setStringProperty(JmsNames.REQUEST_ID, call.requestId());
        message.setStringProperty(JmsNames.CONTENT_TYPE, EVENTS);
        message.setBooleanProperty(JmsNames.FINAL, false);
        producer.send(message, request.deliveryMode(), request.priority(), Message.DEFAULT_TIME_TO_LIVE);
        session.commit();
    }
}
