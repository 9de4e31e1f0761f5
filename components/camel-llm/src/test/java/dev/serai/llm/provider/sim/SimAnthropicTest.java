/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

import static org.assertj.core.api.Assertions.assertThat;

/** Anthropic Messages as they go over the wire. */
class SimAnthropicTest extends SimBed {
    @BeforeEach
    void mount() {
        server.mount("m", SimScript.of(Map.of("tokens", "3", "usage.cached", "2", "usage.reasoning", "4")));
    }

    private final ObjectNode arguments = (ObjectNode) SimClient.json(
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}");

    @Test
    void wholeAnswer() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.ANTHROPIC_MESSAGES);

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        JsonNode body = SimClient.json(response.body());
        assertThat(response.headers().firstValue("request-id")).isPresent();
        assertThat(body.path("type").asText()).isEqualTo("message");
        assertThat(body.at("/content/0/text").asText().split(" ")).hasSize(3);
        assertThat(body.path("stop_reason").asText()).isEqualTo("end_turn");
        assertThat(body.at("/usage/input_tokens").asInt()).isEqualTo(2);
        assertThat(body.at("/usage/cache_read_input_tokens").asInt()).isEqualTo(2);
        assertThat(body.at("/usage/output_tokens").asInt()).isEqualTo(7);
        assertThat(body.at("/usage/output_tokens_details/thinking_tokens").asInt())
                .isEqualTo(4);
    }

    @Test
    void stream() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.ANTHROPIC_MESSAGES);

        // When
        SimClient.Events events = client.stream(client.request(true));

        // Then
        assertThat(events.names())
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "ping",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
        assertThat(events.json().map(event -> event.path("type").asText())).containsExactlyElementsOf(events.names());
        JsonNode start = events.json().findFirst().orElseThrow();
        assertThat(start.at("/message/usage/input_tokens").asInt()).isEqualTo(2);
        assertThat(start.at("/message/content")).isEmpty();
        assertThat(SimClient.json(events.data().get(7))
                        .at("/usage/output_tokens")
                        .asInt())
                .isEqualTo(7);
    }

    @Test
    void forcedToolCall() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.ANTHROPIC_MESSAGES);
        ObjectNode request = client.request(true);
        request.putArray("tools").addObject().put("name", "other").set("input_schema", SimJson.object());
        request.withArrayProperty("tools").addObject().put("name", "weather").set("input_schema", arguments);
        request.putObject("tool_choice").put("type", "tool").put("name", "weather");

        // When
        SimClient.Events events = client.stream(request);
        JsonNode whole = SimClient.json(
                client.post(request.deepCopy().put("stream", false)).body());

        // Then
        JsonNode block = SimClient.json(events.data().get(1)).path("content_block");
        assertThat(block.path("type").asText()).isEqualTo("tool_use");
        assertThat(block.path("name").asText()).isEqualTo("weather");
        assertThat(events.answer().calls().get(0).json().path("city").isTextual())
                .isTrue();
        assertThat(events.data()).anyMatch(data -> data.contains("\"stop_reason\":\"tool_use\""));
        assertThat(whole.at("/content/0/input/city").isTextual()).isTrue();
    }
}
