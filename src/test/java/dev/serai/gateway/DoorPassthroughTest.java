/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("E2: where door and deployment speak one dialect, the payload passes through")
class DoorPassthroughTest {
    private final GatewayUnderTest gateway = DoorGateway.shared();

    @BeforeEach
    void forgetEarlierRequests() {
        gateway.journal().clear();
    }

    @Test
    void byteForByteButForTheModelInOpenAisDialect() throws Exception {
        // Given
        String body = """
                { "x_unknown" : [1,  2.50e0, {"deep": null}], "model" : "speaks-openai",
                  "messages":[{"role":"user","content":"Gr\\u00fc\\u00DFe, \u2603 \\ud83d\\ude00","x_cache" : {"ttl":1}}],
                  "max_completion_tokens":50 ,"seed": 7, "metadata":{"k":"v"} }
                """;
        // When
        HttpResponse<String> response = DoorHttp.post(DoorHttp.OPENAI, gateway.key(), body);
        // Then
        SimRequest sent = gateway.journal().requests().get(0);
        assertThat(text(sent.body())).isEqualTo(body.replace("\"speaks-openai\"", "\"quick\""));
        assertThat(once(response.body())).isEqualTo(once(answerOfTheProvider(sent, DoorHttp.OPENAI)));
    }

    @Test
    void byteForByteButForTheModelInAnthropicsDialect() throws Exception {
        // Given
        String body = """
                {"model":"speaks-anthropic", "max_tokens" : 50, "x_unknown": 1E2,
                 "system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],
                 "messages":[{"role":"user","content":[{"type":"text", "text":"Hi" , "x_new":true}]}]}""";
        // When
        HttpResponse<String> response = DoorHttp.post(DoorHttp.ANTHROPIC, gateway.key(), body);
        // Then
        SimRequest sent = gateway.journal().requests().get(0);
        assertThat(text(sent.body())).isEqualTo(body.replace("\"speaks-anthropic\"", "\"quick\""));
        assertThat(once(response.body())).isEqualTo(once(answerOfTheProvider(sent, DoorHttp.ANTHROPIC)));
    }

    @Test
    void byteForByteInAStream() throws Exception {
        // Given
        String body = """
                {"model":"speaks-anthropic", "max_tokens" : 50, "stream" :true,
                 "messages":[{"role":"user","content":"Hi"}]}""";
        // When
        HttpResponse<String> response = DoorHttp.post(DoorHttp.ANTHROPIC, gateway.key(), body);
        // Then
        SimRequest sent = gateway.journal().requests().get(0);
        assertThat(text(sent.body())).isEqualTo(body.replace("\"speaks-anthropic\"", "\"quick\""));
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream;charset=UTF-8");
        assertThat(once(response.body())).isEqualTo(once(answerOfTheProvider(sent, DoorHttp.ANTHROPIC)));
    }

    /** The simulated provider answers the same request the same way, so it is asked once more, without the gateway. */
    private String answerOfTheProvider(SimRequest sent, String path) throws Exception {
        URI uri = URI.create(gateway.sim().server().baseUrl(sent.mount()) + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .header("anthropic-version", "2023-06-01")
                .POST(HttpRequest.BodyPublishers.ofByteArray(sent.body()));
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Without the count of the attempt in its id and the second in which it was made. */
    private static String once(String answer) {
        return answer.replaceAll("(_sim|-sim)([0-9a-f]{8})\\d{6}", "$1$2").replaceAll("\"created\":\\d+", "");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
