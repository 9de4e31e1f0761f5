/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("A5: a broker outside, that is killed and comes back")
class JmsRestartTest {
    private static final int REQUESTS = 400;
    private static final Duration RECOVERY = Duration.ofSeconds(60);
    private static final Duration LAST_REPLY = Duration.ofSeconds(5);

    @TempDir
    Path data;

    /** Correlation id to the ids of the reply messages: a message that was taken twice by this client is one. */
    private final Map<String, Set<String>> replies = new TreeMap<>();

    @Test
    @DisplayName(
            "A5: four hundred requests around two deaths of the broker: none is lost, and only calls at work then may be answered twice")
    void losesNoneAroundTwoDeaths() throws Exception {
        try (JmsBroker broker = new JmsBroker(data)) {
            broker.start();
            try (GatewayUnderTest gateway = gateway(broker);
                    ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory(broker.url())) {
                // Given
                send(connections, gateway.key(), REQUESTS);
                // When
                for (int dead = 1; dead <= 2; dead++) {
                    awaitRecords(gateway, dead * REQUESTS / 4);
                    broker.kill();
                    broker.start();
                }
                // Then
                receiveAll(connections);
                assertThat(replies).hasSize(REQUESTS);
                Map<String, Set<String>> twice = new HashMap<>(replies);
                twice.values().removeIf(messages -> messages.size() == 1);
                // not yet none, as A5 asks: docs/jms.md says so
                assertThat(twice).as("requests with more than one reply").hasSizeLessThanOrEqualTo(2 * 8);
                assertThat(gateway.records().size()).as("calls worked").isBetween(REQUESTS, REQUESTS + 4 * 8);
            }
        }
    }

    private static GatewayUnderTest gateway(JmsBroker broker) {
        return GatewayUnderTest.builder()
                .deployment("one-quick", "llm:sim/quick?sim.latency=30ms&sim.tokens=5")
                .task("quickly", "one-quick")
                .property("spring.artemis.mode", "native")
                .property("spring.artemis.broker-url", broker.url())
                .property("serai.jms.consumers", "8")
                .property("serai.jms.max-consumers", "8")
                .start();
    }

    private static void awaitRecords(GatewayUnderTest gateway, int some) {
        Awaitility.await("some calls are done")
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> gateway.records().size() >= some);
        assertThat(gateway.records()).hasSizeLessThan(REQUESTS);
    }

    private static void send(ActiveMQConnectionFactory connections, String key, int count) throws JMSException {
        try (JMSContext context = connections.createContext(JMSContext.SESSION_TRANSACTED)) {
            for (int i = 0; i < count; i++) {
                TextMessage request = context.createTextMessage(DoorHttp.question(DoorHttp.OPENAI, "quickly"));
                request.setStringProperty("SeraiKey", key);
                request.setJMSCorrelationID("r" + i);
                request.setJMSReplyTo(context.createQueue(JmsBroker.REPLIES));
                context.createProducer().send(context.createQueue(JmsClient.REQUESTS), request);
            }
            context.commit();
        }
    }

    /** Takes replies until all have come and then none for a while. */
    private void receiveAll(ActiveMQConnectionFactory connections) throws JMSException {
        try (JMSContext context = connections.createContext(JMSContext.AUTO_ACKNOWLEDGE);
                JMSConsumer consumer = context.createConsumer(context.createQueue(JmsBroker.REPLIES))) {
            Message reply = consumer.receive(RECOVERY.toMillis());
            while (reply != null) {
                assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(200);
                replies.computeIfAbsent(reply.getJMSCorrelationID(), id -> new HashSet<>())
                        .add(reply.getJMSMessageID());
                reply = consumer.receive((replies.size() < REQUESTS ? RECOVERY : LAST_REPLY).toMillis());
            }
            assertThat(Collections.list(context.createBrowser(context.createQueue(JmsClient.REQUESTS))
                            .getEnumeration()))
                    .isEmpty();
        }
    }
}
