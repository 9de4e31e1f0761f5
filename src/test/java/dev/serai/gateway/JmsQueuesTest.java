/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName(
        "A5: queues of tasks, messages that expire or cannot be answered, sixteen consumers, a broker that restarts")
class JmsQueuesTest {
    private static final int CONSUMERS = 16;
    private static final int REQUESTS = 200;

    private static GatewayUnderTest gateway;
    private JmsClient client;

    @BeforeAll
    static void start() {
        gateway = GatewayUnderTest.builder()
                .deployment("one-quick", "llm:sim/quick?sim.latency=20ms")
                .deployment("one-slow", "llm:sim/quick?sim.latency=1500ms")
                .task("quickly", "one-quick")
                .task("slowly", "one-slow")
                .property("serai.jms.consumers", "1")
                .property("serai.jms.max-consumers", Integer.toString(CONSUMERS))
                .property("serai.jms.max-deliveries", "2")
                .property("serai.jms.task-queues", "quickly")
                .start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() {
        client = JmsClient.of(gateway);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    @DisplayName("A5: a task can have a queue of its own")
    void servesTheQueueOfATask() throws JMSException {
        // When
        client.send("serai.requests.quickly", client.text("{\"input\": \"Hi\"}", Map.of("SeraiKey", gateway.key())));
        client.send(
                "serai.requests.quickly",
                client.text(
                        DoorHttp.question(DoorHttp.OPENAI, "slowly"),
                        Map.of("SeraiKey", gateway.key(), "SeraiDialect", "openai-chat")));
        Map<Integer, JsonNode> replies = new HashMap<>();
        for (int i = 0; i < 2; i++) {
            Message reply = client.reply();
            replies.put(reply.getIntProperty("SeraiStatus"), JmsClient.json(reply));
        }
        // Then
        assertThat(replies.get(200).path("task").textValue()).isEqualTo("quickly");
        assertThat(replies.get(400).path("error").path("param").textValue()).isEqualTo("model");
    }

    @Test
    @DisplayName("A5: an expired message is dropped and recorded")
    void recordsExpiredMessages() throws JMSException {
        // Given
        int asked = gateway.journal().requests().size();
        String trace = "7bf92f3577b34da6a3ce929d0e0e4736";
        for (int i = 0; i < CONSUMERS; i++) {
            client.send(client.text(DoorHttp.question(DoorHttp.OPENAI, "slowly"), Map.of("SeraiKey", gateway.key())));
        }
        // When
        Message late = client.text(
                DoorHttp.question(DoorHttp.OPENAI, "quickly"),
                Map.of("SeraiKey", gateway.key(), "traceparent", "00-" + trace + "-00f067aa0ba902b7-01"));
        late.setJMSReplyTo(client.replies);
        client.context.createProducer().setTimeToLive(200).send(client.context.createQueue(JmsClient.REQUESTS), late);
        // Then
        for (int i = 0; i < CONSUMERS; i++) {
            assertThat(client.reply().getIntProperty("SeraiStatus")).isEqualTo(200);
        }
        JsonNode entry = JmsRecords.await(gateway, trace, "deadline_exceeded");
        assertThat(entry.path("errorCode").textValue()).isEqualTo("message_expired");
        assertThat(entry.path("caller").path("name").textValue()).isEqualTo("first-run");
        assertThat(client.reply(Duration.ofMillis(500))).isNull();
        assertThat(gateway.journal().requests()).hasSize(asked + CONSUMERS);
    }

    @Test
    @DisplayName("A5: two hundred requests for sixteen consumers are answered once each")
    void answersEachOnce() throws JMSException {
        // When
        for (int i = 0; i < REQUESTS; i++) {
            Message request =
                    client.text(DoorHttp.question(DoorHttp.OPENAI, "quickly"), Map.of("SeraiKey", gateway.key()));
            request.setJMSCorrelationID("r" + i);
            client.send(request);
        }
        Map<String, Integer> answers = new HashMap<>();
        for (int i = 0; i < REQUESTS; i++) {
            Message reply = client.reply();
            assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(200);
            answers.merge(reply.getJMSCorrelationID(), 1, Integer::sum);
        }
        // Then
        assertThat(answers).hasSize(REQUESTS);
        assertThat(client.reply(Duration.ofMillis(500))).isNull();
    }

    @Test
    @DisplayName("A5: a request whose answer cannot be sent is worked as often as is allowed, and then a dead letter")
    void givesUpAfterSomeDeliveries() throws JMSException {
        // Given
        gateway.bean(EmbeddedActiveMQ.class)
                .getActiveMQServer()
                .getAddressSettingsRepository()
                .addMatch(
                        "full",
                        new AddressSettings()
                                .setAddressFullMessagePolicy(AddressFullMessagePolicy.FAIL)
                                .setMaxSizeBytes(1));
        Queue full = client.context.createQueue("full");
        client.context.createProducer().send(full, "there is room for one message");
        int asked = gateway.journal().requests().size();
        // When
        TextMessage request =
                client.text(DoorHttp.question(DoorHttp.OPENAI, "quickly"), Map.of("SeraiKey", gateway.key()));
        request.setJMSCorrelationID("unanswerable");
        request.setJMSReplyTo(full);
        client.context.createProducer().send(client.context.createQueue(JmsClient.REQUESTS), request);
        // Then
        Message dead = client.deadLetter("unanswerable");
        assertThat(dead.getStringProperty("SeraiErrorClass")).isEqualTo("provider_unavailable");
        assertThat(dead.propertyExists("SeraiKey")).isFalse();
        assertThat(gateway.awaitRecord(dead.getStringProperty("SeraiRequestId"))
                        .path("errorCode")
                        .textValue())
                .isEqualTo("delivered_too_often");
        assertThat(gateway.journal().requests()).hasSize(asked + 2);
    }

    @Test
    @DisplayName("A5: what the embedded broker has is kept below data/ when it stops")
    void keepsRequestsAndReplies() throws Exception {
        // Given
        EmbeddedActiveMQ broker = gateway.bean(EmbeddedActiveMQ.class);
        Set<String> open = new TreeSet<>();
        for (int i = 0; i < 2 * CONSUMERS; i++) {
            TextMessage request =
                    client.text(DoorHttp.question(DoorHttp.OPENAI, "slowly"), Map.of("SeraiKey", gateway.key()));
            request.setJMSCorrelationID("kept-" + i);
            request.setJMSReplyTo(client.context.createQueue("kept"));
            client.context.createProducer().send(client.context.createQueue(JmsClient.REQUESTS), request);
            open.add("kept-" + i);
        }
        // When
        broker.stop();
        assertThat(gateway.home().resolve("data/artemis/journal")).isNotEmptyDirectory();
        broker.start();
        // Then
        try (JmsClient later = JmsClient.of(gateway);
                JMSConsumer kept = later.context.createConsumer(later.context.createQueue("kept"))) {
            while (!open.isEmpty()) {
                Message reply = kept.receive(20_000);
                assertThat(reply).as("replies to " + open).isNotNull();
                assertThat(open.remove(reply.getJMSCorrelationID())).isTrue();
            }
            assertThat(kept.receive(500)).isNull();
        }
    }
}
