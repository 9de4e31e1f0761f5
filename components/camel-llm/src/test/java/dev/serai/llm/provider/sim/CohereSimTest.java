/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

import static org.assertj.core.api.Assertions.assertThat;

class CohereSimTest extends SimBed {
    private SimClient client;

    @BeforeEach
    void mount() {
        server.mount(
                "m",
                SimScript.of(Map.of("tokens", "3", "usage.prompt", "9", "usage.cached", "2", "usage.reasoning", "4")));
        client = new SimClient(server, "m", Dialect.COHERE_CHAT);
    }

    private static ObjectNode withTool(ObjectNode request) {
        ObjectNode function =
                request.putArray("tools").addObject().put("type", "function").putObject("function");
        function.put("name", "weather")
                .set(
                        "parameters",
                        SimClient.json("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},"
                                + "\"required\":[\"city\"]}"));
        return request;
    }

    /** It counts what it bills, and what the model saw, which is more. */
    @Test
    void wholeAnswer() throws Exception {
        // When
        JsonNode body = SimClient.json(client.post(client.request(false)).body());

        // Then
        assertThat(body.at("/message/content/0/type").asText()).isEqualTo("text");
        assertThat(body.at("/message/content/0/text").asText().split(" ")).hasSize(3);
        assertThat(body.path("finish_reason").asText()).isEqualTo("COMPLETE");
        assertThat(body.at("/usage/billed_units"))
                .isEqualTo(SimClient.json("{\"input_tokens\":9,\"output_tokens\":7}"));
        assertThat(body.at("/usage/tokens/input_tokens").asInt()).isGreaterThan(9);
        assertThat(body.at("/usage/tokens/reasoning_tokens").asInt()).isEqualTo(4);
        assertThat(body.at("/usage/cached_tokens").asInt()).isEqualTo(2);
    }

    @Test
    void stream() throws Exception {
        // When
        SimClient.Events events = client.stream(client.request(true));

        // Then
        assertThat(events.names())
                .containsExactly(
                        "message-start",
                        "content-start",
                        "content-delta",
                        "content-delta",
                        "content-delta",
                        "content-end",
                        "message-end",
                        null);
        assertThat(events.data()).last().isEqualTo("[DONE]");
        List<JsonNode> payloads = events.json().toList();
        assertThat(payloads)
                .extracting(event -> event.path("type").asText())
                .containsExactlyElementsOf(events.names().subList(0, 7));
        assertThat(payloads.get(6).at("/delta/finish_reason").asText()).isEqualTo("COMPLETE");
        assertThat(payloads.get(6).at("/delta/usage/billed_units/output_tokens").asInt())
                .isEqualTo(7);
    }

    /** The model says what it is going to do, and the calls of an event are one object. */
    @Test
    void toolCall() throws Exception {
        // When
        SimClient.Events events = client.stream(withTool(client.request(true)));
        JsonNode whole =
                SimClient.json(client.post(withTool(client.request(false))).body());

        // Then
        JsonNode start = events.json()
                .filter(event -> event.path("type").asText().equals("tool-call-start"))
                .findFirst()
                .orElseThrow()
                .at("/delta/message/tool_calls");
        assertThat(events.names())
                .startsWith("message-start", "tool-plan-delta")
                .contains("tool-call-end");
        assertThat(start.at("/function/name").asText()).isEqualTo("weather");
        assertThat(events.answer().calls().get(0).json().path("city").isTextual())
                .isTrue();
        assertThat(events.data()).anyMatch(data -> data.contains("\"finish_reason\":\"TOOL_CALL\""));
        assertThat(whole.at("/message/tool_calls/0/function/arguments").asText())
                .isEqualTo(events.answer().calls().get(0).arguments());
        assertThat(whole.at("/message/tool_plan").asText()).contains("weather");
        assertThat(whole.path("message").has("content")).isFalse();
    }

    @Test
    void afterAToolResultOrWithoutLeaveItAnswers() throws Exception {
        // Given
        ObjectNode forbidden = withTool(client.request(false)).put("tool_choice", "NONE");
        ObjectNode afterResult = withTool(client.request(false));
        afterResult
                .withArrayProperty("messages")
                .addObject()
                .put("role", "tool")
                .put("tool_call_id", "c")
                .put("content", "sunny");

        // When / Then
        for (ObjectNode request : List.of(forbidden, afterResult)) {
            JsonNode answer = SimClient.json(client.post(request).body());
            assertThat(answer.path("finish_reason").asText()).isEqualTo("COMPLETE");
        }
    }

    @Test
    void jsonBySchema() throws Exception {
        // Given
        ObjectNode request = client.request(false);
        request.putObject("response_format")
                .put("type", "json_object")
                .set(
                        "json_schema",
                        SimClient.json("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},"
                                + "\"required\":[\"a\"]}"));

        // When
        JsonNode answer = SimClient.json(client.post(request).body());

        // Then
        assertThat(SimClient.json(answer.at("/message/content/0/text").asText())
                        .path("a")
                        .isInt())
                .isTrue();
    }
}
