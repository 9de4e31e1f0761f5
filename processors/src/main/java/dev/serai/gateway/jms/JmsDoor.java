/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.util.Map;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

import org.apache.camel.Exchange;
import org.apache.camel.component.jms.JmsMessage;
import org.apache.camel.support.DefaultMessage;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import dev.serai.gateway.door.Doors;
import dev.serai.gateway.door.Inbound;
import dev.serai.gateway.stream.StreamBridge;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * The first step of the JMS door, by the bean name {@code jms-door}: it turns a message into a call, as {@link Doors#open}
 * does with an HTTP request. Whatever is wrong with a message is said by the gateway route, after it knows the caller.
 * Thread-safe.
 */
@Component("jms-door")
public final class JmsDoor {
    private static final String DEFAULT_DIALECT = "openai-chat";
    private static final String USE_CASE = "use-case";
    private static final String DELIVERIES = "JMSXDeliveryCount";
    private static final byte[] EMPTY = new byte[0];

    private final Doors doors;
    private final JmsBody bodies;
    private final JmsQueues queues;
    private final int maxDeliveries;

    JmsDoor(Doors doors, JmsBody bodies, JmsQueues queues, @Value("${serai.jms.max-deliveries}") int maxDeliveries) {
        this.doors = doors;
        this.bodies = bodies;
        this.queues = queues;
        this.maxDeliveries = maxDeliveries;
    }

    /** Opens a call from a queue; {@code task} is the one that the queue belongs to, or empty. */
    public void open(Exchange exchange, String task) throws JMSException {
        JmsMessage jms = exchange.getMessage(JmsMessage.class);
        long expiration = jms.getJmsMessage().getJMSExpiration();
        boolean expired = expiration > 0 && expiration <= System.currentTimeMillis();
        open(exchange, jms, task.isEmpty() ? null : task, expired);
    }

    /** Opens the call of a request that the broker has found expired: it is only recorded. */
    public void openExpired(Exchange exchange) throws JMSException {
        open(exchange, exchange.getMessage(JmsMessage.class), null, true);
    }

    private void open(Exchange exchange, JmsMessage jms, String queueTask, boolean expired) throws JMSException {
        Message message = jms.getJmsMessage();
        int deliveries = message.getIntProperty(DELIVERIES);
        // one delivery to say so at the reply address; if that could not be done either, it is a dead letter
        boolean told = deliveries > maxDeliveries + 1;
        Destination replyTo = expired || told ? null : queues.replyAddress(message.getJMSReplyTo());
        exchange.setProperty(JmsRequest.PROPERTY, new JmsRequest(message, jms.getJmsSession(), replyTo, expired));
        exchange.setProperty(StreamBridge.NO_HEARTBEATS, true);
        JmsProperties properties = JmsProperties.of(message);
        String task = queueTask == null ? properties.get(JmsNames.TASK) : queueTask;
        String dialect = dialect(properties, task);
        LlmException problem = expired ? expired() : problem(dialect, task, deliveries);
        byte[] body = EMPTY;
        if (problem == null) {
            try {
                body = bodies.of(message);
            } catch (LlmException e) {
                problem = e;
            }
        }
        exchange.setMessage(new DefaultMessage(exchange));
        doors.begin(
                exchange,
                Doors.OVER_JMS + (doors.has(Doors.OVER_JMS + dialect) ? dialect : DEFAULT_DIALECT),
                new Inbound(
                        properties::header,
                        task == null ? Map.of() : Map.of("task", task),
                        address(properties),
                        body,
                        problem));
    }

    /** A broker may tell who sent the message; without that, all failed logins over JMS slow each other down. */
    private static String address(JmsProperties properties) {
        String user = properties.get("JMSXUserID");
        return user == null ? "jms" : "jms:" + user;
    }

    private static String dialect(JmsProperties properties, String task) {
        String named = properties.get(JmsNames.DIALECT);
        String dialect = named != null ? named : task == null ? DEFAULT_DIALECT : USE_CASE;
        boolean stream = "true".equalsIgnoreCase(properties.get(JmsNames.STREAM));
        return dialect.equals(USE_CASE) && stream ? "use-case-stream" : dialect;
    }

    private LlmException problem(String dialect, String task, int deliveries) {
        if (deliveries > maxDeliveries) {
            return deliveredTooOften();
        }
        if (!doors.has(Doors.OVER_JMS + dialect)) {
            return LlmException.invalid(
                    JmsNames.DIALECT,
                    "The property 'SeraiDialect' has to be openai-chat, openai-responses, anthropic-messages or use-case.");
        }
        return dialect.startsWith(USE_CASE) && task == null
                ? LlmException.invalid(JmsNames.TASK, "The property 'SeraiTask' is missing: set it to a task's name.")
                : null;
    }

    private static LlmException deliveredTooOften() {
        return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                .clientStatus(500)
                .code("delivered_too_often")
                .detail("the message was delivered too often without an answer")
                .reason("The message was delivered again and again without being answered. It is not tried any more.")
                .build();
    }

    private static LlmException expired() {
        return LlmException.of(ErrorClass.DEADLINE_EXCEEDED)
                .code("message_expired")
                .detail("the message expired before it was taken up")
                .reason("The message expired before it was taken up.")
                .build();
    }
}
