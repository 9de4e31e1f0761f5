/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

import org.springframework.stereotype.Component;

import dev.serai.llm.ErrorClass;

/**
 * Sends a request on to the dead-letter queue, in its own transaction, with its body and properties as they were; only the
 * credential stays behind. Thread-safe.
 */
@Component
final class DeadLetters {
    private static final Set<String> CREDENTIALS = Set.of(
            JmsNames.KEY.toLowerCase(),
            "authorization",
            "x_hyphen_api_hyphen_key",
            "x_hyphen_goog_hyphen_api_hyphen_key");
    private static final String RESERVED = "JMSX";
    /** It says that a request was sent once; two queues may have had the same. */
    private static final String DUPLICATE_ID = "_AMQ_DUPL_ID";

    private final JmsQueues queues;

    DeadLetters(JmsQueues queues) {
        this.queues = queues;
    }

    void send(JmsRequest request, ErrorClass errorClass, String requestId) throws JMSException {
        Message message = request.message();
        int deliveryMode = request.deliveryMode();
        Map<String, Object> kept = kept(message);
        message.clearProperties();
        for (Map.Entry<String, Object> property : kept.entrySet()) {
            message.setObjectProperty(property.getKey(), property.getValue());
        }
        message.setStringProperty(JmsNames.ERROR_CLASS, errorClass.code());
        message.setStringProperty(JmsNames.REQUEST_ID, requestId);
        Session session = request.session();
        try (MessageProducer producer = session.createProducer(session.createQueue(queues.deadLetters()))) {
            producer.send(message, deliveryMode, request.priority(), Message.DEFAULT_TIME_TO_LIVE);
        }
    }

    private static Map<String, Object> kept(Message message) throws JMSException {
        Map<String, Object> kept = new LinkedHashMap<>();
        for (Object name : Collections.list(message.getPropertyNames())) {
            String property = (String) name;
            if (!property.startsWith(RESERVED)
                    && !property.equals(DUPLICATE_ID)
                    && !CREDENTIALS.contains(property.toLowerCase())) {
                kept.put(property, message.getObjectProperty(property));
            }
        }
        return kept;
    }
}
