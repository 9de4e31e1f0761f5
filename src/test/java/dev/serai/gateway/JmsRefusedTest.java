/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("A5, F: errors over JMS are replies, and dead letters where nobody can be told")
class JmsRefusedTest {
    private static final String QUESTION = DoorHttp.question(DoorHttp.OPENAI, "speaks-openai");

    private final GatewayUnderTest gateway = DoorGateway.shared();
    private JmsClient client;

    @BeforeEach
    void connect() {
        client = JmsClient.of(gateway);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @ParameterizedTest
    @CsvSource({
        "no-such-task, not_found, 404",
        "answer-summary, not_found, 404",
        "throttled, rate_limited, 429",
        "down, provider_unavailable, 503"
    })
    @DisplayName("F: a failure is answered with its class, its status and the body of its dialect")
    void answersWithTheError(String task, String errorClass, int status) throws JMSException {
        // When
        Message reply = client.ask(DoorHttp.question(DoorHttp.OPENAI, task), Map.of("SeraiKey", DoorGateway.PLAIN_KEY));
        // Then
        assertThat(reply.getStringProperty("SeraiErrorClass")).isEqualTo(errorClass);
        assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(status);
        assertThat(reply.getBooleanProperty("SeraiFinal")).isTrue();
        assertThat(JmsClient.json(reply).path("error").path("message").textValue())
                .isNotEmpty();
        JsonNode entry = gateway.awaitRecord(reply.getStringProperty("SeraiRequestId"));
        assertThat(entry.path("outcome").textValue()).isEqualTo(errorClass);
    }

    @Test
    @DisplayName("F3: a wait that the provider asks for is told")
    void tellsTheWait() throws JMSException {
        Message reply =
                client.ask(DoorHttp.question(DoorHttp.OPENAI, "throttled"), Map.of("SeraiKey", DoorGateway.PLAIN_KEY));

        assertThat(reply.getLongProperty("SeraiRetryAfter")).isPositive();
    }

    @Test
    @DisplayName("B1: a wrong key and no key are refused, in the dialect that was asked for")
    void refusesAWrongKey() throws JMSException {
        Message wrong = client.ask(
                DoorHttp.question(DoorHttp.ANTHROPIC, "speaks-anthropic"),
                Map.of("SeraiKey", "sk-serai-nobody", "SeraiDialect", "anthropic-messages"));
        Message none = client.ask(QUESTION, Map.of());

        for (Message reply : new Message[] {wrong, none}) {
            assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(401);
            assertThat(reply.getStringProperty("SeraiErrorClass")).isEqualTo("authentication");
        }
        assertThat(JmsClient.json(wrong).path("error").path("type").textValue()).isEqualTo("authentication_error");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "not json           |             | 400",
                "{\"model\": \"x\"  |             | 400",
                "''                 |             | 400",
                "{\"input\": \"x\"} | use-case    | 400",
                "{}                 | klingon     | 400"
            })
    @DisplayName("A10: what cannot be read is refused, and not dead-lettered: its sender knows")
    void refusesPoison(String body, String dialect, int status) throws JMSException {
        // Given
        Map<String, String> properties = new HashMap<>(Map.of("SeraiKey", DoorGateway.PLAIN_KEY));
        if (dialect != null) {
            properties.put("SeraiDialect", dialect);
        }
        // When
        Message reply = client.ask(body, properties);
        // Then
        assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(status);
        assertThat(reply.getStringProperty("SeraiErrorClass")).isEqualTo("invalid_request");
    }

    @Test
    @DisplayName("A10: only text and bytes messages are read")
    void refusesOtherKindsOfMessages() throws JMSException {
        // Given
        MapMessage map = client.context.createMapMessage();
        map.setString("model", "speaks-openai");
        map.setStringProperty("SeraiKey", DoorGateway.PLAIN_KEY);
        // When
        client.send(map);
        // Then
        assertThat(client.reply().getIntProperty("SeraiStatus")).isEqualTo(415);
    }

    @ParameterizedTest
    @CsvSource({"poison, invalid_request", "bad key, authentication", "down, provider_unavailable"})
    @DisplayName("A5: without a reply address a failure is a dead letter with its class, and without the key")
    void deadLettersWhatNobodyIsTold(String what, String errorClass) throws JMSException {
        // Given
        String id = UUID.randomUUID().toString();
        String body = what.equals("poison") ? "not json" : DoorHttp.question(DoorHttp.OPENAI, "down");
        String key = what.equals("bad key") ? "sk-serai-nobody" : DoorGateway.PLAIN_KEY;
        TextMessage request = client.text(body, Map.of("SeraiKey", key, "Authorization", "Bearer " + key, "mine", 7));
        request.setJMSCorrelationID(id);
        // When
        client.context.createProducer().send(client.context.createQueue(JmsClient.REQUESTS), request);
        // Then
        Message dead = client.deadLetter(id);
        assertThat(dead.getStringProperty("SeraiErrorClass")).isEqualTo(errorClass);
        assertThat(dead.getIntProperty("mine")).isEqualTo(7);
        assertThat(dead.propertyExists("SeraiKey")).isFalse();
        assertThat(dead.propertyExists("Authorization")).isFalse();
        assertThat(JmsClient.textOf(dead)).isEqualTo(body);
        JsonNode entry = gateway.awaitRecord(dead.getStringProperty("SeraiRequestId"));
        assertThat(entry.path("outcome").textValue()).isEqualTo(errorClass);
    }

    @Test
    @DisplayName("A5: nobody makes the gateway write to its own queues")
    void doesNotReplyToItsOwnQueues() throws JMSException {
        // Given
        String id = UUID.randomUUID().toString();
        TextMessage request = client.text("not json", Map.of("SeraiKey", DoorGateway.PLAIN_KEY));
        request.setJMSCorrelationID(id);
        request.setJMSReplyTo(client.context.createQueue(JmsClient.REQUESTS));
        // When
        client.context.createProducer().send(client.context.createQueue(JmsClient.REQUESTS), request);
        // Then
        assertThat(client.deadLetter(id).getStringProperty("SeraiErrorClass")).isEqualTo("invalid_request");
    }
}
