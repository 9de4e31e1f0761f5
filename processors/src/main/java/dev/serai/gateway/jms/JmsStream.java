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

import org.springframework.beans.factory.DisposableBean;
import org.springframework.jms.connection.SingleConnectionFactory;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.stream.EventEnd;

/**
 * Sends the events of a streamed answer as the messages of one group, as they come: on a session of its own, since what is
 * sent on the request's session is seen only after its commit. All streams share one connection. Each message is in its queue before the next is sent, and
 * so before the final one, which {@link JmsReply} sends. Thread-safe.
 */
@Component
final class JmsStream implements DisposableBean {
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
            Group group = new Group(request, call, session, producer);
            byte[] buffer = new byte[READ];
            for (int n = events.read(buffer); n >= 0; n = events.read(buffer)) {
                group.pending.write(buffer, 0, n);
                if (n > 0 && EventEnd.at(buffer, n)) {
                    group.send();
                }
            }
            if (group.pending.size() > 0) {
                group.send();
            }
            return group.sent;
        }
    }

    /** Marks a message as the n-th of the call's group, counted from 1. */
    static void group(Message message, Call call, int sequence) throws JMSException {
        message.setStringProperty(JmsNames.GROUP_ID, call.requestId());
        message.setIntProperty(JmsNames.GROUP_SEQUENCE, sequence);
    }

    @Override
    public void destroy() {
        connections.destroy();
    }

    /** The messages of one stream. */
    private static final class Group {
        private final JmsRequest request;
        private final Call call;
        private final Session session;
        private final MessageProducer producer;
        private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
        private int sent;

        Group(JmsRequest request, Call call, Session session, MessageProducer producer) {
            this.request = request;
            this.call = call;
            this.session = session;
            this.producer = producer;
        }

        /** Sends what is pending, whole events, and waits until the broker has it. */
        void send() throws JMSException {
            Message message = request.answer(session, pending.toByteArray());
            pending.reset();
            group(message, call, ++sent);
            message.setStringProperty(JmsNames.REQUEST_ID, call.requestId());
            message.setStringProperty(JmsNames.CONTENT_TYPE, EVENTS);
            message.setBooleanProperty(JmsNames.FINAL, false);
            producer.send(message, request.deliveryMode(), request.priority(), Message.DEFAULT_TIME_TO_LIVE);
            session.commit();
        }
    }
}
