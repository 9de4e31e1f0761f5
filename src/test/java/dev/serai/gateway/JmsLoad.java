/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * An application that sends requests and takes replies while its broker comes and goes, as docs/jms.md tells applications
 * to: what it sends again has the same duplicate id, and a reply that it gets again is known by its message id. Each tenth
 * request is a stream. Thread-safe; a thread sends and another receives until it is closed.
 */
final class JmsLoad implements AutoCloseable {
    private static final int STREAMED = 10;

    private static final int POLL_MS = 200;
    private static final long RETRY_NS = Duration.ofMillis(100).toNanos();

    private final ActiveMQConnectionFactory connections;
    private final String key;
    private final int requests;
    private final Map<String, Message> replies = new ConcurrentHashMap<>();
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    JmsLoad(String url, String key, int requests) {
        this.connections = new ActiveMQConnectionFactory(url);
        this.connections.setReconnectAttempts(0);
        this.connections.setCallTimeout(Duration.ofSeconds(5).toMillis());
        this.key = key;
        this.requests = requests;
    }

    void start() {
        threads.add(Thread.ofVirtual().start(this::send));
        threads.add(Thread.ofVirtual().start(this::receive));
    }

    /** How many requests have their reply, or the last message of their stream. */
    int answered() {
        return answered.size();
    }

    /** All messages of the reply queue that were taken so far, each once, in no order. */
    List<Message> replies() {
        return List.copyOf(replies.values());
    }

    static String id(int request) {
        return "request-" + request;
    }

    static boolean streamed(int request) {
        return request % STREAMED == 0;
    }

    private void send() {
        int next = 0;
        while (next < requests && !closed) {
            try (JMSContext context = connections.createContext(JMSContext.AUTO_ACKNOWLEDGE)) {
                while (next < requests && !closed) {
                    context.createProducer().send(context.createQueue(JmsClient.REQUESTS), request(context, next));
                    next++;
                }
            } catch (JMSRuntimeException | JMSException e) {
                LockSupport.parkNanos(RETRY_NS); // whether the broker has it or not: the same again
            }
        }
    }

    private TextMessage request(JMSContext context, int request) throws JMSException {
        String body = DoorHttp.question(DoorHttp.OPENAI, "quickly");
        TextMessage message =
                context.createTextMessage(streamed(request) ? body.replaceFirst("\\{", "{\"stream\": true, ") : body);
        message.setStringProperty("SeraiKey", key);
        message.setStringProperty("_AMQ_DUPL_ID", id(request));
        message.setJMSCorrelationID(id(request));
        message.setJMSReplyTo(context.createQueue(JmsBroker.REPLIES));
        return message;
    }

    private void receive() {
        while (!closed) {
            try (JMSContext context = connections.createContext(JMSContext.AUTO_ACKNOWLEDGE);
                    JMSConsumer consumer = context.createConsumer(context.createQueue(JmsBroker.REPLIES))) {
                while (!closed) {
                    Message reply = consumer.receive(POLL_MS);
                    if (reply != null) {
                        take(reply);
                    }
                }
            } catch (JMSRuntimeException | JMSException e) {
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private void take(Message reply) throws JMSException {
        replies.putIfAbsent(reply.getJMSMessageID(), reply);
        if (reply.getBooleanProperty("SeraiFinal")) {
            answered.add(reply.getJMSCorrelationID());
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        for (Thread thread : threads) {
            thread.join();
        }
        connections.close();
    }
}
