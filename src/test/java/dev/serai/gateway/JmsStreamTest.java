/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("A5, H4: a stream over JMS is the messages of one group, in order, with a final one")
class JmsStreamTest {
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
    @DisplayName("A5: events in the dialect, then the usage")
    void streams() throws JMSException {
        // When
        client.send(client.text(streamed("speaks-openai"), Map.of("SeraiKey", DoorGateway.PLAIN_KEY)));
        List<Message> messages = client.stream();
        // Then
        Message last = messages.get(messages.size() - 1);
        assertInOrder(messages);
        String events = events(messages);
        assertThat(events).startsWith("data: ").endsWith("data: [DONE]\n\n");
        assertThat(last.getIntProperty("SeraiStatus")).isEqualTo(200);
        assertThat(JmsClient.json(last).path("finishReason").textValue()).isEqualTo("stop");
        assertThat(JmsClient.json(last).path("usage").path("outputTokens").intValue())
                .isEqualTo(12);
        assertThat(gateway.awaitRecord(last.getStringProperty("SeraiRequestId"))
                        .path("stream")
                        .booleanValue())
                .isTrue();
    }

    @Test
    @DisplayName("A5: a use case is streamed when its property says so")
    void streamsUseCases() throws JMSException {
        // When
        client.send(client.text(
                "{\"input\": \"Hi\"}",
                Map.of("SeraiKey", DoorGateway.PLAIN_KEY, "SeraiTask", "speaks-anthropic", "SeraiStream", true)));
        List<Message> messages = client.stream();
        // Then
        assertInOrder(messages);
        assertThat(events(messages)).startsWith("event: start\n").contains("event: done\n");
    }

    @Test
    @DisplayName("A5, H4: a broken stream ends in its error event and a final message with the error")
    void tellsABrokenStream() throws JMSException {
        // When
        client.send(client.text(streamed("in-band"), Map.of("SeraiKey", DoorGateway.PLAIN_KEY)));
        List<Message> messages = client.stream();
        // Then
        Message last = messages.get(messages.size() - 1);
        assertInOrder(messages);
        assertThat(events(messages)).contains("\"error\"").doesNotContain("[DONE]");
        assertThat(last.getStringProperty("SeraiErrorClass")).isEqualTo("provider_unavailable");
        assertThat(last.getIntProperty("SeraiStatus")).isGreaterThanOrEqualTo(500);
        assertThat(JmsClient.json(last).path("error").path("message").textValue())
                .isNotEmpty();
    }

    @Test
    @DisplayName("H1: a stream that fails before its start is one message with the error")
    void tellsAFailureBeforeTheStart() throws JMSException {
        // When
        client.send(client.text(streamed("throttled"), Map.of("SeraiKey", DoorGateway.PLAIN_KEY)));
        List<Message> messages = client.stream();
        // Then
        assertThat(messages).hasSize(1);
        assertThat(messages.get(0).getIntProperty("SeraiStatus")).isEqualTo(429);
    }

    private static String streamed(String task) {
        return DoorHttp.question(DoorHttp.OPENAI, task).replaceFirst("\\{", "{\"stream\": true, ");
    }

    private static void assertInOrder(List<Message> messages) throws JMSException {
        List<Integer> sequence = new ArrayList<>();
        Set<String> groups = new HashSet<>();
        for (Message message : messages) {
            sequence.add(message.getIntProperty("JMSXGroupSeq"));
            groups.add(message.getStringProperty("JMSXGroupID"));
            assertThat(message.getStringProperty("SeraiRequestId")).isEqualTo(message.getStringProperty("JMSXGroupID"));
        }
        assertThat(groups).hasSize(1);
        assertThat(sequence).hasSizeGreaterThan(1).isSorted();
        assertThat(sequence.get(0)).isEqualTo(1);
        assertThat(sequence.get(sequence.size() - 1)).isEqualTo(sequence.size());
    }

    /** Of all but the final message; each ends with a whole event. */
    private static String events(List<Message> messages) throws JMSException {
        StringBuilder events = new StringBuilder();
        for (Message message : messages.subList(0, messages.size() - 1)) {
            assertThat(message.getStringProperty("Content_HYPHEN_Type")).isEqualTo("text/event-stream");
            assertThat(JmsClient.textOf(message)).endsWith("\n\n");
            events.append(JmsClient.textOf(message));
        }
        return events.toString();
    }
}
