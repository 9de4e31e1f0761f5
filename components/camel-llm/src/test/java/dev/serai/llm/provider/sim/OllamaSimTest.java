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

class OllamaSimTest extends SimBed {
    private SimClient client;

    @BeforeEach
    void mount() {
        server.mount("m", SimScript.of(Map.of("tokens", "3", "usage.prompt", "9", "parallelToolCalls", "2")));
        client = new SimClient(server, "m", Dialect.OLLAMA_CHAT);
    }

    private static ObjectNode withTool(ObjectNode request) {
        ObjectNode function =
                request.putArray("tools").addObject().put("type", "function").putObject("function");
        function.put("name", "weather").set("parameters", schema());
        return request;
    }

    private static JsonNode schema() {
        return SimClient.json(
                "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}," + "\"required\":[\"city\"]}");
    }

    @Test
    void wholeAnswer() throws Exception {
        // When
        JsonNode body = SimClient.json(client.post(client.request(false)).body());

        // Then
        assertThat(body.path("model").asText()).isEqualTo("asked-for");
        assertThat(body.at("/message/content").asText().split(" ")).hasSize(3);
        assertThat(body.path("done").asBoolean()).isTrue();
        assertThat(body.path("done_reason").asText()).isEqualTo("stop");
        assertThat(body.path("prompt_eval_count").asInt()).isEqualTo(9);
        assertThat(body.path("eval_count").asInt()).isEqualTo(3);
        assertThat(body.path("total_duration").asLong())
                .isEqualTo(body.path("load_duration").asLong()
                        + body.path("prompt_eval_duration").asLong()
                        + body.path("eval_duration").asLong());
    }

    @Test
    void itStreamsUnlessAskedNotTo() throws Exception {
        // Given
        ObjectNode request = client.request(false);
        request.remove("stream");

        // When
        HttpResponse<String> response = client.post(request);

        // Then
        List<JsonNode> lines = response.body().lines().map(SimClient::json).toList();
        assertThat(response.headers().firstValue("content-type")).contains("application/x-ndjson");
        assertThat(lines).hasSize(4);
        assertThat(lines.subList(0, 3)).noneMatch(line -> line.path("done").asBoolean());
        assertThat(lines.get(3).path("done").asBoolean()).isTrue();
        assertThat(lines.get(3).path("eval_count").asInt()).isEqualTo(3);
        assertThat(server.journal().requests("m").get(0).stream()).isTrue();
        assertThat(client.stream(request).text())
                .isEqualTo(SimClient.json(client.post(client.request(false)).body())
                        .at("/message/content")
                        .asText());
    }

    /** Calls come whole, and the reason to stop does not tell of them. */
    @Test
    void toolCalls() throws Exception {
        // When
        List<JsonNode> lines =
                client.stream(withTool(client.request(true))).json().toList();
        JsonNode whole =
                SimClient.json(client.post(withTool(client.request(false))).body());

        // Then
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)
                        .at("/message/tool_calls/0/function/arguments/city")
                        .isTextual())
                .isTrue();
        assertThat(lines.get(1).at("/message/tool_calls/0/function/index").asInt())
                .isEqualTo(1);
        assertThat(lines.get(2).path("done_reason").asText()).isEqualTo("stop");
        assertThat(whole.at("/message/tool_calls")).hasSize(2);
        assertThat(whole.at("/message/content").asText()).isEmpty();
    }

    @Test
    void aFormatComesBeforeTools() throws Exception {
        // Given
        ObjectNode request = withTool(client.request(false));
        request.set("format", schema());

        // When
        HttpResponse<String> response = client.post(request);

        // Then
        JsonNode message = SimClient.json(response.body()).path("message");
        assertThat(message.has("tool_calls")).isFalse();
        assertThat(SimClient.json(message.path("content").asText()).path("city").isTextual())
                .isTrue();
    }

    @Test
    void theLimitIsAmongTheOptionsAndZeroIsNone() throws Exception {
        // Given
        ObjectNode limited = client.request(false);
        limited.withObjectProperty("options").put("num_predict", 2);
        ObjectNode unlimited = client.request(false);
        unlimited.withObjectProperty("options").put("num_predict", -1);

        // When
        JsonNode first = SimClient.json(client.post(limited).body());
        JsonNode second = SimClient.json(client.post(unlimited).body());

        // Then
        assertThat(first.path("done_reason").asText()).isEqualTo("length");
        assertThat(first.path("eval_count").asInt()).isEqualTo(2);
        assertThat(second.path("done_reason").asText()).isEqualTo("stop");
    }
}
