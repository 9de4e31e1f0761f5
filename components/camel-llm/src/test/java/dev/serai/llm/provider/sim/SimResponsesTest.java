/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ResponsesSequence;
import dev.serai.llm.Sse;

import static org.assertj.core.api.Assertions.assertThat;

/** OpenAI Responses as they go over the wire. */
class SimResponsesTest extends SimBed {
    private SimClient client(Map<String, String> options) {
        server.mount("m", SimScript.of(options));
        return new SimClient(server, "m", Dialect.OPENAI_RESPONSES);
    }

    @Test
    void wholeAnswer() throws Exception {
        // Given
        SimClient client = client(Map.of("tokens", "3"));

        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        JsonNode body = SimClient.json(response.body());
        assertThat(response.headers().firstValue("x-request-id")).isPresent();
        assertThat(body.path("object").asText()).isEqualTo("response");
        assertThat(body.path("status").asText()).isEqualTo("completed");
        assertThat(body.path("model").asText()).isEqualTo("asked-for");
        assertThat(body.path("error").isNull()).isTrue();
        assertThat(body.at("/output/0/type").asText()).isEqualTo("message");
        assertThat(body.at("/output/0/content/0/type").asText()).isEqualTo("output_text");
        assertThat(body.at("/usage/total_tokens").asInt()).isEqualTo(7);
    }

    @Test
    void streamOfText() throws Exception {
        // Given
        SimClient client = client(Map.of("tokens", "2"));

        // When
        SimClient.Events events = client.stream(client.request(true));

        // Then
        assertThat(events.names())
                .containsExactly(
                        "response.created",
                        "response.in_progress",
                        "response.output_item.added",
                        "response.content_part.added",
                        "response.output_text.delta",
                        "response.output_text.delta",
                        "response.output_text.done",
                        "response.content_part.done",
                        "response.output_item.done",
                        "response.completed");
        ResponsesSequence.assertWellFormed(events.bytes());
    }

    @ParameterizedTest
    @CsvSource({"500,response.completed,completed", "16,response.incomplete,incomplete"})
    void streamOfCalls(int limit, String last, String status) throws Exception {
        // Given: arguments of 4 characters a token, so that 16 tokens are not enough for two calls
        SimClient client = client(Map.of("parallelToolCalls", "2"));
        JsonNode schema = SimClient.json("{\"type\":\"object\",\"properties\":{\"city\":{\"enum\":[\"" + "x".repeat(40)
                + "\"]}},\"required\":[\"city\"]}");

        // When
        SimClient.Events events =
                client.stream(client.ask().tool("weather", schema).limit(limit).body());

        // Then
        ResponsesSequence.assertWellFormed(events.bytes());
        JsonNode end = Sse.events(events.bytes()).get(events.names().size() - 1);
        assertThat(end.path("type").asText()).isEqualTo(last);
        assertThat(end.at("/response/output/0/status").asText()).isEqualTo("completed");
        assertThat(end.at("/response/output/1/status").asText()).isEqualTo(status);
        assertThat(end.at("/response/output/1/call_id").asText()).startsWith("call_");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failure(boolean stream) throws Exception {
        // Given
        SimClient client = client(Map.of("inBandErrorAfter", "2"));

        // When
        JsonNode response = SimClient.json(
                stream
                        ? last(client.stream(client.request(true)))
                                .path("response")
                                .toString()
                        : client.post(client.request(false)).body());

        // Then
        assertThat(response.path("status").asText()).isEqualTo("failed");
        assertThat(response.at("/error/code").asText()).isEqualTo("server_is_overloaded");
        assertThat(response.path("usage").isNull()).isTrue();
    }

    private static JsonNode last(SimClient.Events events) {
        assertThat(events.names()).endsWith("response.output_text.delta", "error", "response.failed");
        JsonNode failed = SimClient.json(events.data().get(events.data().size() - 1));
        assertThat(failed.path("sequence_number").asInt())
                .isEqualTo(events.data().size() - 1);
        return failed;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'max_output_tokens':15}|max_output_tokens|integer_below_min_value",
                "{'messages':[]}|messages|unknown_parameter",
                "{'model':null}|model|missing_required_parameter",
                "{'previous_response_id':'resp_1'}|previous_response_id|previous_response_not_found",
                "{'input':[{'role':'tool','content':'x'}]}|input[0].role|invalid_value",
                "{'input':[{'role':'user'}]}|input[0].content|missing_required_parameter",
                "{'input':[{'type':'function_call','call_id':'c'}]}|input|",
                "{'input':[{'type':'function_call_output','call_id':'c'}]}|input|",
                "{'input':[{'type':'reasoning','id':'rs_1'}]}|input|",
                "{'tools':[{'type':'function','function':{'name':'f'}}]}|tools[0].name|missing_required_parameter",
                "{'tools':[{'type':'function','name':'f','strict':true,'parameters':{}}]}|tools[0].parameters"
                        + "|invalid_function_parameters",
                "{'tool_choice':{'type':'function','name':'f'}}|tool_choice|",
                "{'text':{'format':{'type':'json_schema','schema':{}}}}|text.format.name|missing_required_parameter",
                "{'text':{'format':{'type':'json_object'}}}|input|"
            })
    void refusesWhatTheVendorRefuses(String change, String param, String code) throws Exception {
        // Given
        SimClient client = client(Map.of());
        ObjectNode request = client.request(false);
        request.setAll((ObjectNode) SimClient.json(change.replace('\'', '"')));

        // When
        HttpResponse<String> response = client.post(request);

        // Then
        JsonNode error = SimClient.json(response.body()).path("error");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(error.path("param").asText()).isEqualTo(param);
        assertThat(error.path("code").asText(null)).isEqualTo(code);
    }
}
