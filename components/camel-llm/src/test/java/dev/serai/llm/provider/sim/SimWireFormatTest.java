/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

import static org.assertj.core.api.Assertions.assertThat;

class SimWireFormatTest {
    private SimServer server;

    @BeforeEach
    void start() throws Exception {
        server = SimServer.start();
        server.mount("m", SimScript.of(Map.of("tokens", "3", "usage.cached", "2", "usage.reasoning", "4")));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private final ObjectNode arguments = (ObjectNode) SimClient.json(
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}");

    @Test
    void openAiWholeAnswer() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.OPENAI_CHAT);

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        JsonNode body = SimClient.json(response.body());
        assertThat(response.headers().firstValue("x-request-id")).isPresent();
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(body.path("object").asText()).isEqualTo("chat.completion");
        assertThat(body.path("model").asText()).isEqualTo("sim-1");
        assertThat(body.at("/choices/0/message/content").asText().split(" ")).hasSize(3);
        assertThat(body.at("/choices/0/finish_reason").asText()).isEqualTo("stop");
        assertThat(body.at("/usage/prompt_tokens").asInt()).isEqualTo(4);
        assertThat(body.at("/usage/completion_tokens").asInt()).isEqualTo(7);
        assertThat(body.at("/usage/total_tokens").asInt()).isEqualTo(11);
        assertThat(body.at("/usage/prompt_tokens_details/cached_tokens").asInt())
                .isEqualTo(2);
        assertThat(body.at("/usage/completion_tokens_details/reasoning_tokens").asInt())
                .isEqualTo(4);
    }

    @Test
    void openAiStream() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.OPENAI_CHAT);
        ObjectNode request = client.request(true);
        request.putObject("stream_options").put("include_usage", true);

        // When
        SimClient.Events events = client.stream(request);

        // Then
        List<JsonNode> chunks = events.json().toList();
        assertThat(events.failure()).isNull();
        assertThat(events.response().headers().firstValue("transfer-encoding")).contains("chunked");
        assertThat(events.response().headers().firstValue("content-type").orElse(""))
                .startsWith("text/event-stream");
        assertThat(events.data()).hasSize(7).last().isEqualTo("[DONE]");
        assertThat(events.names()).containsOnlyNulls();
        assertThat(chunks.get(0).at("/choices/0/delta/role").asText()).isEqualTo("assistant");
        assertThat(chunks.get(4).at("/choices/0/finish_reason").asText()).isEqualTo("stop");
        assertThat(chunks.get(4).at("/choices/0/delta")).isEmpty();
        assertThat(chunks.get(4).has("usage")).isTrue();
        assertThat(chunks.get(4).get("usage").isNull()).isTrue();
        assertThat(chunks.get(5).get("choices")).isEmpty();
        assertThat(chunks.get(5).at("/usage/completion_tokens").asInt()).isEqualTo(7);
        assertThat(events.text())
                .isEqualTo(SimClient.json(client.post(client.request(false)).body())
                        .at("/choices/0/message/content")
                        .asText());
    }

    @Test
    void openAiStreamsUsageOnlyWhenAsked() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.OPENAI_CHAT);

        // When
        SimClient.Events events = client.stream(client.request(true));

        // Then
        assertThat(events.data()).hasSize(6).noneMatch(data -> data.contains("\"usage\""));
    }

    @Test
    void openAiToolCall() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.OPENAI_CHAT);
        ObjectNode request = client.request(true);
        ObjectNode function =
                request.putArray("tools").addObject().put("type", "function").putObject("function");
        function.put("name", "weather").set("parameters", arguments);

        // When
        SimClient.Events events = client.stream(request);
        JsonNode whole = SimClient.json(
                client.post(request.deepCopy().put("stream", false)).body());
        request.withArrayProperty("messages").addObject().put("role", "tool").put("content", "sunny");
        SimClient.Events afterResult = client.stream(request);

        // Then
        List<JsonNode> chunks = events.json().toList();
        JsonNode opening = chunks.get(0).at("/choices/0/delta/tool_calls/0");
        assertThat(opening.at("/function/name").asText()).isEqualTo("weather");
        assertThat(opening.at("/id").asText()).startsWith("call_");
        assertThat(chunks.get(1).at("/choices/0/delta/tool_calls/0").has("id")).isFalse();
        assertThat(events.tokens()).isGreaterThan(1);
        assertThat(SimClient.json(events.text()).path("city").isTextual()).isTrue();
        assertThat(chunks.get(chunks.size() - 1).at("/choices/0/finish_reason").asText())
                .isEqualTo("tool_calls");
        assertThat(whole.at("/choices/0/message/tool_calls/0/function/arguments")
                        .asText())
                .isEqualTo(events.text());
        assertThat(whole.at("/choices/0/message/content").isNull()).isTrue();
        assertThat(afterResult.text()).doesNotContain("city");
    }

    @Test
    void anthropicWholeAnswer() throws Exception {
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
    void anthropicStream() throws Exception {
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
    void anthropicForcedToolCall() throws Exception {
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
        assertThat(SimClient.json(events.text()).path("city").isTextual()).isTrue();
        assertThat(events.data()).anyMatch(data -> data.contains("\"stop_reason\":\"tool_use\""));
        assertThat(whole.at("/content/0/input/city").isTextual()).isTrue();
    }

    @Test
    void structuredOutputFollowsTheSchema() throws Exception {
        // Given
        SimClient openAi = new SimClient(server, "m", Dialect.OPENAI_CHAT);
        SimClient anthropic = new SimClient(server, "m", Dialect.ANTHROPIC_MESSAGES);
        ObjectNode request = openAi.request(false);
        request.putObject("response_format")
                .put("type", "json_schema")
                .putObject("json_schema")
                .set("schema", arguments);
        ObjectNode other = anthropic.request(false);
        other.putObject("output_config")
                .putObject("format")
                .put("type", "json_schema")
                .set("schema", arguments);
        ObjectNode anyJson = openAi.request(false);
        anyJson.putObject("response_format").put("type", "json_object");

        // When
        String first = SimClient.json(openAi.post(request).body())
                .at("/choices/0/message/content")
                .asText();
        String second = SimClient.json(anthropic.post(other).body())
                .at("/content/0/text")
                .asText();
        String third = SimClient.json(openAi.post(anyJson).body())
                .at("/choices/0/message/content")
                .asText();

        // Then
        assertThat(SimClient.json(first).path("city").isTextual()).isTrue();
        assertThat(second).isEqualTo(first);
        assertThat(SimClient.json(third).isObject()).isTrue();
    }

    @Test
    void theRequestedMaximumCutsTheAnswer() throws Exception {
        // Given
        SimClient openAi = new SimClient(server, "m", Dialect.OPENAI_CHAT);
        SimClient anthropic = new SimClient(server, "m", Dialect.ANTHROPIC_MESSAGES);

        // When
        JsonNode first = SimClient.json(
                openAi.post(openAi.request(false).put("max_tokens", 2)).body());
        JsonNode second = SimClient.json(
                anthropic.post(anthropic.request(false).put("max_tokens", 2)).body());

        // Then
        assertThat(first.at("/choices/0/finish_reason").asText()).isEqualTo("length");
        assertThat(second.path("stop_reason").asText()).isEqualTo("max_tokens");
        assertThat(second.at("/content/0/text").asText().split(" ")).hasSize(2);
    }

    @Test
    void badRequestsAreRefusedAsTheVendorDoes() throws Exception {
        // Given
        SimClient openAi = new SimClient(server, "m", Dialect.OPENAI_CHAT);
        SimClient anthropic = new SimClient(server, "m", Dialect.ANTHROPIC_MESSAGES);
        ObjectNode noMessages = SimJson.object().put("model", "x");

        // When
        HttpResponse<String> first = openAi.post(noMessages);
        HttpResponse<String> second = anthropic.post(noMessages);

        // Then
        assertThat(first.statusCode()).isEqualTo(400);
        assertThat(SimClient.json(first.body()).at("/error/param").asText()).isEqualTo("messages");
        assertThat(SimClient.json(first.body()).at("/error/code").asText()).isEqualTo("missing_required_parameter");
        assertThat(second.statusCode()).isEqualTo(400);
        assertThat(SimClient.json(second.body()).at("/error/message").asText()).isEqualTo("max_tokens: Field required");
    }

    @Test
    void usageCanBeWithheld() throws Exception {
        // Given
        server.mount("none", SimScript.of(Map.of("usage", "none")));
        SimClient openAi = new SimClient(server, "none", Dialect.OPENAI_CHAT);
        SimClient anthropic = new SimClient(server, "none", Dialect.ANTHROPIC_MESSAGES);
        ObjectNode request = openAi.request(true);
        request.putObject("stream_options").put("include_usage", true);

        // When / Then
        assertThat(openAi.stream(request).data()).noneMatch(data -> data.contains("usage"));
        assertThat(anthropic.stream(anthropic.request(true)).data()).noneMatch(data -> data.contains("usage"));
    }
}
