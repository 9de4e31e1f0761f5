/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.nio.charset.StandardCharsets;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;

import org.apache.camel.Exchange;

/**
 * A request message and the transacted session that it came with. Only the consumer's thread may use it.
 *
 * @param replyTo where the answer goes, or null
 * @param expired whether it had expired before it was taken up
 */
record JmsRequest(Message message, Session session, Destination replyTo, boolean expired) {
    static final String PROPERTY = "SeraiJmsRequest";

    static JmsRequest of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, JmsRequest.class);
    }

    /** An empty message for its answer: bytes where it came as bytes, else text. */
    Message answer(Session from, byte[] body) throws JMSException {
        Message answer;
        if (message instanceof BytesMessage) {
            BytesMessage bytes = from.createBytesMessage();
            bytes.writeBytes(body);
            answer = bytes;
        } else {
            answer = from.createTextMessage(new String(body, StandardCharsets.UTF_8));
        }
        String correlationId = message.getJMSCorrelationID();
        answer.setJMSCorrelationID(correlationId == null ? message.getJMSMessageID() : correlationId);
        return answer;
    }

    /** As durable and as urgent as the request was. */
    int deliveryMode() throws JMSException {
        return message.getJMSDeliveryMode() == DeliveryMode.NON_PERSISTENT
                ? DeliveryMode.NON_PERSISTENT
                : DeliveryMode.PERSISTENT;
    }

    int priority() throws JMSException {
        return message.getJMSPriority();
    }
}
