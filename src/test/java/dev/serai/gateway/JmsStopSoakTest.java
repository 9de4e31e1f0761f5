/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;

import jakarta.jms.JMSConsumer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("soak")
@DisplayName("A5: a gateway that stops")
class JmsStopSoakTest {
    private static final int CONSUMERS = 4;
    private static final int REQUESTS = 3 * CONSUMERS;

    @TempDir
    Path data;

    @Test
    @DisplayName("A5: it answers the calls that it is at work on, and leaves the others to the next")
    void answersWhatItHasBegun() throws Exception {
        try (JmsBroker broker = new JmsBroker(data)) {
            broker.start();
            try (GatewayUnderTest gateway = gateway(broker);
                    ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory(broker.url());
                    JmsClient client = new JmsClient(connections)) {
                // Given
                Queue replies = client.context.createQueue(JmsBroker.REPLIES);
                Queue requests = client.context.createQueue(JmsClient.REQUESTS);
                for (int i = 0; i < REQUESTS; i++) {
                    TextMessage request = client.text(
                            DoorHttp.question(DoorHttp.OPENAI, "slowly"), Map.of("SeraiKey", gateway.key()));
                    request.setJMSReplyTo(replies);
                    client.context.createProducer().send(requests, request);
                }
                Awaitility.await("all consumers at work")
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> gateway.journal().requests().size() >= CONSUMERS);
                // When
                gateway.close();
                // Then
                int answered = 0;
                try (JMSConsumer consumer = client.context.createConsumer(replies)) {
                    for (Message reply = consumer.receive(500); reply != null; reply = consumer.receive(500)) {
                        assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(200);
                        answered++;
                    }
                }
                assertThat(answered).isBetween(CONSUMERS, REQUESTS - 1);
                assertThat(Collections.list(
                                client.context.createBrowser(requests).getEnumeration()))
                        .hasSize(REQUESTS - answered);
            }
        }
    }

    private static GatewayUnderTest gateway(JmsBroker broker) {
        return GatewayUnderTest.builder()
                .deployment("one-slow", "llm:sim/quick?sim.latency=2500ms")
                .task("slowly", "one-slow")
                .property("spring.artemis.mode", "native")
                .property("spring.artemis.broker-url", broker.url())
                .property("serai.jms.consumers", Integer.toString(CONSUMERS))
                .property("serai.jms.max-consumers", Integer.toString(CONSUMERS))
                .start();
    }
}
