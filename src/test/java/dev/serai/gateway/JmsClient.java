/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

/** An application that calls the gateway over JMS, with a reply queue of its own. One thread. */
final class JmsClient implements AutoCloseable {
    static final String REQUESTS = "serai.requests";
    static final String DEAD_LETTERS = "serai.dead-letters";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final JMSContext context;
    final Queue replies;
    private final JMSConsumer consumer;

    JmsClient(ConnectionFactory connections) {
        this.context = connections.createContext(JMSContext.AUTO_ACKNOWLEDGE);
        this.replies = context.createTemporaryQueue();
        this.consumer = context.createConsumer(replies);
    }

    static JmsClient of(GatewayUnderTest gateway) {
        return new JmsClient(gateway.bean(ConnectionFactory.class));
    }

    TextMessage text(String body, Map<String, ?> properties) throws JMSException {
        TextMessage message = context.createTextMessage(body);
        for (Map.Entry<String, ?> property : properties.entrySet()) {
            message.setObjectProperty(property.getKey(), property.getValue());
        }
        return message;
    }

    /** Sends to the shared queue, with the reply queue as the address. */
    Message send(Message message) throws JMSException {
        return send(REQUESTS, message);
    }

    Message send(String queue, Message message) throws JMSException {
        message.setJMSReplyTo(replies);
        context.createProducer().send(context.createQueue(queue), message);
        return message;
    }

    Message ask(String body, Map<String, ?> properties) throws JMSException {
        send(text(body, properties));
        return reply();
    }

    /** The next message of the reply queue. */
    Message reply() {
        Message reply = consumer.receive(PATIENCE.toMillis());
        if (reply == null) {
            throw new AssertionError("no reply within " + PATIENCE);
        }
        return reply;
    }

    /** Null where none comes within that time. */
    Message reply(Duration patience) {
        return consumer.receive(patience.toMillis());
    }

    /** All messages of a streamed reply, in the order in which they came. */
    List<Message> stream() throws JMSException {
        List<Message> messages = new ArrayList<>();
        do {
            messages.add(reply());
        } while (!messages.get(messages.size() - 1).getBooleanProperty("SeraiFinal"));
        return messages;
    }

    /** Takes the dead letter with that correlation id; null where there is none in time. */
    Message deadLetter(String correlationId) {
        try (JMSConsumer dead = context.createConsumer(
                context.createQueue(DEAD_LETTERS), "JMSCorrelationID = '" + correlationId + "'")) {
            return dead.receive(PATIENCE.toMillis());
        }
    }

    static String textOf(Message message) throws JMSException {
        if (message instanceof BytesMessage bytes) {
            byte[] body = new byte[(int) bytes.getBodyLength()];
            bytes.readBytes(body);
            return new String(body, StandardCharsets.UTF_8);
        }
        return ((TextMessage) message).getText();
    }

    static JsonNode json(Message message) throws JMSException {
        try {
            return Json.MAPPER.readTree(textOf(message));
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + textOf(message), e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
