/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
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

@DisplayName("A5: a request over JMS is answered at its reply address")
class JmsReplyTest {
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

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

    @Test
    @DisplayName("A5: OpenAI's dialect is the default; the correlation id, the trace and the record are kept")
    void answersInOpenAisDialect() throws JMSException {
        // Given
        TextMessage request = client.text(
                DoorHttp.question(DoorHttp.OPENAI, "speaks-openai"),
                Map.of("SeraiKey", DoorGateway.PLAIN_KEY, "traceparent", TRACE));
        request.setJMSCorrelationID("order-4711");
        // When
        client.send(request);
        Message reply = client.reply();
        // Then
        assertThat(reply.getJMSCorrelationID()).isEqualTo("order-4711");
        assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(200);
        assertThat(reply.getBooleanProperty("SeraiFinal")).isTrue();
        assertThat(reply.getStringProperty("SeraiErrorClass")).isNull();
        assertThat(reply.getStringProperty("Content_HYPHEN_Type")).isEqualTo("application/json");
        assertThat(reply.getStringProperty("traceparent")).contains("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(reply.getStringProperty("SeraiDeployment")).isNull();
        assertThat(JmsClient.json(reply).path("object").textValue()).isEqualTo("chat.completion");
        JsonNode entry = gateway.awaitRecord(reply.getStringProperty("SeraiRequestId"));
        assertThat(entry.path("door").textValue()).isEqualTo("jms-openai-chat");
        assertThat(entry.path("outcome").textValue()).isEqualTo("ok");
        assertThat(entry.path("caller").path("name").textValue()).isEqualTo("plain");
        assertThat(entry.path("usage").path("output").intValue()).isEqualTo(12);
    }

    @ParameterizedTest
    @CsvSource({"openai-responses, /v1/responses, 200", "gemini-generate, /v1/responses, 400"})
    @DisplayName("A5: of the other dialects, those are spoken that say in their bodies what they want")
    void answersInOtherDialects(String dialect, String door, int status) throws JMSException {
        // When
        client.send(client.text(
                DoorHttp.question(door, "speaks-openai"), Map.of("SeraiKey", gateway.key(), "SeraiDialect", dialect)));
        Message reply = client.reply();
        // Then
        assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(status);
        assertThat(JmsClient.json(reply).has("output")).isEqualTo(status == 200);
    }

    @Test
    @DisplayName("A5: without a correlation id the reply has the request's message id; bytes are answered with bytes")
    void answersBytesInAnthropicsDialect() throws JMSException {
        // Given
        BytesMessage request = client.context.createBytesMessage();
        request.writeBytes(
                DoorHttp.question(DoorHttp.ANTHROPIC, "speaks-anthropic").getBytes(StandardCharsets.UTF_8));
        request.setStringProperty("Authorization", "Bearer " + gateway.key());
        request.setStringProperty("SeraiDialect", "anthropic-messages");
        // When
        client.send(request);
        Message reply = client.reply();
        // Then
        assertThat(reply).isInstanceOf(BytesMessage.class);
        assertThat(reply.getJMSCorrelationID()).isEqualTo(request.getJMSMessageID());
        assertThat(JmsClient.json(reply).path("type").textValue()).isEqualTo("message");
        assertThat(reply.getStringProperty("SeraiDeployment")).isEqualTo("one-anthropic");
        assertThat(reply.getStringProperty("SeraiAttempts")).isEqualTo("1");
        assertThat(reply.getStringProperty("SeraiRouteVersion")).isNotEmpty();
    }

    @Test
    @DisplayName("A5: the property SeraiTask names the use case")
    void answersUseCases() throws JMSException {
        // When
        Message reply = client.ask(
                "{\"input\": \"Hi\"}", Map.of("SeraiKey", DoorGateway.PLAIN_KEY, "SeraiTask", "speaks-openai"));
        // Then
        assertThat(JmsClient.json(reply).path("task").textValue()).isEqualTo("speaks-openai");
        assertThat(JmsClient.json(reply).path("output").textValue()).isNotEmpty();
    }

    @Test
    @DisplayName("A5: a model that is not the task of the address is refused")
    void refusesAModelBesideTheTask() throws JMSException {
        // When
        Message reply = client.ask(
                DoorHttp.question(DoorHttp.OPENAI, "speaks-anthropic"),
                Map.of("SeraiKey", gateway.key(), "SeraiTask", "speaks-openai", "SeraiDialect", "openai-chat"));
        // Then
        assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(400);
        assertThat(JmsClient.json(reply).path("error").path("param").textValue())
                .isEqualTo("model");
    }

    @Test
    @DisplayName("A5: a request without a reply address is worked and recorded")
    void worksWithoutAReplyAddress() throws JMSException {
        // Given
        int before = gateway.journal().requests().size();
        // When
        client.context
                .createProducer()
                .send(
                        client.context.createQueue(JmsClient.REQUESTS),
                        client.text(
                                DoorHttp.question(DoorHttp.OPENAI, "speaks-openai"),
                                Map.of(
                                        "SeraiKey",
                                        DoorGateway.PLAIN_KEY,
                                        "traceparent",
                                        TRACE.replace("4bf9", "5bf9"))));
        // Then
        JmsRecords.await(gateway, "5bf92f3577b34da6a3ce929d0e0e4736", "ok");
        assertThat(gateway.journal().requests().size()).isGreaterThan(before);
    }
}
