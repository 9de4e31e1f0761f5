/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

import static org.assertj.core.api.Assertions.assertThat;

/** OpenAI chat completions as they go over the wire. */
class SimOpenAiTest extends SimBed {
    @BeforeEach
    void mount() {
        server.mount("m", SimScript.of(Map.of("tokens", "3", "usage.cached", "2", "usage.reasoning", "4")));
    }

    private final ObjectNode arguments = (ObjectNode) SimClient.json(
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}");

    @Test
    void wholeAnswer() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.OPENAI_CHAT);

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        JsonNode body = SimClient.json(response.body());
        assertThat(response.headers().firstValue("x-request-id")).isPresent();
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(body.path("object").asText()).isEqualTo("chat.completion");
        assertThat(body.path("model").asText()).isEqualTo("asked-for");
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
    void stream() throws Exception {
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
    void streamsUsageOnlyWhenAsked() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.OPENAI_CHAT);

        // When
        SimClient.Events events = client.stream(client.request(true));

        // Then
        assertThat(events.data()).hasSize(6).noneMatch(data -> data.contains("\"usage\""));
    }

    @Test
    void toolCall() throws Exception {
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
        assertThat(chunks).hasSizeGreaterThan(3);
        JsonNode call = events.answer().calls().get(0).json();
        assertThat(call.path("city").isTextual()).isTrue();
        assertThat(chunks.get(chunks.size() - 1).at("/choices/0/finish_reason").asText())
                .isEqualTo("tool_calls");
        assertThat(SimClient.json(whole.at("/choices/0/message/tool_calls/0/function/arguments")
                        .asText()))
                .isEqualTo(call);
        assertThat(whole.at("/choices/0/message/content").isNull()).isTrue();
        assertThat(afterResult.text()).doesNotContain("city");
    }
}
