/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

import software.amazon.eventstream.Message;

import static org.assertj.core.api.Assertions.assertThat;

class BedrockSimTest extends SimBed {
    private static final String SCOPE = "AWS4-HMAC-SHA256 Credential=AKID/20260301/eu-west-1/bedrock/aws4_request, ";
    private static final String SIGNATURE = ", Signature=" + "0a".repeat(32);

    private SimClient client;

    @BeforeEach
    void mount() {
        server.mount(
                "m",
                SimScript.of(Map.of("tokens", "3", "usage.prompt", "9", "usage.cached", "2", "usage.cacheWrite", "3")));
        client = new SimClient(server, "m", Dialect.BEDROCK_CONVERSE);
    }

    private static ObjectNode withTool(ObjectNode request) {
        ObjectNode spec =
                request.putObject("toolConfig").putArray("tools").addObject().putObject("toolSpec");
        spec.put("name", "weather")
                .putObject("inputSchema")
                .set(
                        "json",
                        SimClient.json("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},"
                                + "\"required\":[\"city\"]}"));
        return request;
    }

    @Test
    void wholeAnswerWithAllClassesOfUsage() throws Exception {
        // When
        HttpResponse<String> response = client.post(client.request(false));

        // Then
        JsonNode body = SimClient.json(response.body());
        assertThat(response.headers().firstValue("x-amzn-requestid")).isPresent();
        assertThat(body.at("/output/message/role").asText()).isEqualTo("assistant");
        assertThat(body.at("/output/message/content/0/text").asText().split(" "))
                .hasSize(3);
        assertThat(body.path("stopReason").asText()).isEqualTo("end_turn");
        assertThat(body.path("usage"))
                .isEqualTo(SimClient.json("{\"inputTokens\":4,\"outputTokens\":3,\"totalTokens\":12,"
                        + "\"cacheReadInputTokens\":2,\"cacheWriteInputTokens\":3}"));
    }

    /** Read by AWS's own decoder, which refuses a frame whose checksums are wrong. */
    @Test
    void streamInBinaryFrames() throws Exception {
        // When
        SimClient.Events events = client.stream(client.request(true));

        // Then
        assertThat(events.response().headers().firstValue("content-type"))
                .contains("application/vnd.amazon.eventstream");
        assertThat(events.names())
                .containsExactly(
                        "messageStart",
                        "contentBlockDelta",
                        "contentBlockDelta",
                        "contentBlockDelta",
                        "contentBlockStop",
                        "messageStop",
                        "metadata");
        List<JsonNode> payloads = events.json().toList();
        assertThat(payloads.get(0).path("role").asText()).isEqualTo("assistant");
        assertThat(payloads.get(5).path("stopReason").asText()).isEqualTo("end_turn");
        assertThat(payloads.get(6).at("/usage/cacheWriteInputTokens").asInt()).isEqualTo(3);
        assertThat(payloads).allMatch(payload -> payload.path("p").isTextual());
        assertThat(events.text())
                .isEqualTo(SimClient.json(client.post(client.request(false)).body())
                        .at("/output/message/content/0/text")
                        .asText());
    }

    @Test
    void framesSayWhatTheyAre() {
        // When
        byte[] event = BedrockFrame.event(SimFrame.Role.TOKEN, "messageStop", new byte[] {'{', '}'})
                .bytes();
        byte[] exception = BedrockFrame.exception("throttlingException", new byte[] {'{', '}'})
                .bytes();

        // Then
        assertThat(headers(SimFrames.binary(event).get(0)))
                .isEqualTo(Map.of(
                        ":event-type", "messageStop",
                        ":content-type", "application/json",
                        ":message-type", "event"));
        assertThat(headers(SimFrames.binary(exception).get(0)))
                .isEqualTo(Map.of(
                        ":exception-type", "throttlingException",
                        ":content-type", "application/json",
                        ":message-type", "exception"));
    }

    private static Map<String, String> headers(Message message) {
        return message.getHeaders().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, header -> header.getValue().getString()));
    }

    @Test
    void toolCalls() throws Exception {
        // Given
        server.mount("m", SimScript.of(Map.of("parallelToolCalls", "2")));

        // When
        SimClient.Events events = client.stream(withTool(client.request(true)));
        JsonNode whole =
                SimClient.json(client.post(withTool(client.request(false))).body());

        // Then
        List<JsonNode> starts = events.json()
                .filter(event -> event.has("start"))
                .map(event -> event.at("/start/toolUse"))
                .toList();
        assertThat(starts)
                .hasSize(2)
                .allMatch(start -> start.path("name").asText().equals("weather"));
        assertThat(starts).extracting(start -> start.path("toolUseId").asText()).doesNotHaveDuplicates();
        assertThat(events.data()).anyMatch(data -> data.contains("\"stopReason\":\"tool_use\""));
        assertThat(whole.path("stopReason").asText()).isEqualTo("tool_use");
        assertThat(whole.at("/output/message/content/1/toolUse/input/city").isTextual())
                .isTrue();
    }

    @Test
    void afterAToolResultItAnswers() throws Exception {
        // Given
        ObjectNode request = withTool(client.request(false));
        request.set(
                "messages",
                SimClient.json("[{\"role\":\"user\",\"content\":[{\"text\":\"a\"}]},"
                        + "{\"role\":\"assistant\",\"content\":[{\"toolUse\":{\"toolUseId\":\"t\",\"name\":\"weather\","
                        + "\"input\":{}}}]},"
                        + "{\"role\":\"user\",\"content\":[{\"toolResult\":{\"toolUseId\":\"t\","
                        + "\"content\":[{\"text\":\"b\"}]}}]}]"));

        // When
        JsonNode answer = SimClient.json(client.post(request).body());
        request.remove("toolConfig");
        HttpResponse<String> withoutTools = client.post(request);

        // Then
        assertThat(answer.path("stopReason").asText()).isEqualTo("end_turn");
        assertThat(withoutTools.statusCode()).isEqualTo(400);
        assertThat(withoutTools.body()).contains("The toolConfig field must be defined");
    }

    @Test
    void aSchemaIsAText() throws Exception {
        // Given
        ObjectNode request = client.request(false);
        ObjectNode format =
                request.putObject("outputConfig").putObject("textFormat").put("type", "json_schema");
        format.putObject("structure")
                .putObject("jsonSchema")
                .put(
                        "schema",
                        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"]}");

        // When
        JsonNode answer = SimClient.json(client.post(request).body());

        // Then
        assertThat(SimClient.json(answer.at("/output/message/content/0/text").asText())
                        .path("a")
                        .isInt())
                .isTrue();
    }

    @Test
    void theModelOfThePathIsDecoded() throws Exception {
        // When: an ARN, whose slash is part of the name
        HttpResponse<String> encoded = post("/model/arn%3Aaws%3Abedrock%2Fx/converse", "Bearer key", "");
        HttpResponse<String> bare = post("/model/arn%3Aaws%3Abedrock/x/converse", "Bearer key", "");

        // Then
        assertThat(encoded.statusCode()).isEqualTo(200);
        assertThat(bare.statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Bearer key                          |                |",
                "Bearer                              |                | IncompleteSignatureException",
                "Basic YTpi                          |                | IncompleteSignatureException",
                "SIGNED host;x-amz-date              | 20260301T1200Z | InvalidSignatureException",
                "SIGNED host;x-amz-date              | 20260302T120000Z | InvalidSignatureException",
                "SIGNED host;x-amz-date              |                | InvalidSignatureException",
                "SIGNED host                         | 20260301T120000Z | InvalidSignatureException",
                "SIGNED x-amz-date                   | 20260301T120000Z | InvalidSignatureException",
                "SIGNED host;x-amz-date;x-amz-token  | 20260301T120000Z | InvalidSignatureException",
                "SIGNED host;x-amz-date              | 20260301T120000Z |",
            })
    void aRequestHasToBeSigned(String authorization, String date, String refusal) throws Exception {
        // Given
        String header = authorization.startsWith("SIGNED ")
                ? SCOPE + "SignedHeaders=" + authorization.substring(7) + SIGNATURE
                : authorization;

        // When
        HttpResponse<String> response = post("/model/m/converse", header, date);

        // Then
        assertThat(response.statusCode()).isEqualTo(refusal == null ? 200 : 403);
        assertThat(response.headers().firstValue("x-amzn-errortype").orElse(""))
                .startsWith(refusal == null ? "" : refusal + ":");
    }

    @Test
    void aRequestWithoutAnAuthorizationIsRefused() throws Exception {
        // When
        HttpResponse<String> response = post("/model/m/converse", null, null);

        // Then
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.headers().firstValue("x-amzn-errortype").orElse(""))
                .startsWith("MissingAuthenticationTokenException:");
    }

    private HttpResponse<String> post(String path, String authorization, String date) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.baseUrl("m") + path))
                .POST(HttpRequest.BodyPublishers.ofString(client.request(false).toString()));
        if (authorization != null) {
            request.header("authorization", authorization);
        }
        if (date != null && !date.isEmpty()) {
            request.header("x-amz-date", date);
        }
        return SimClient.send(request);
    }
}
