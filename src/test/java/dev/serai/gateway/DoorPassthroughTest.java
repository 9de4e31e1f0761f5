/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("E2: where door and deployment speak one dialect, both payloads pass through")
class DoorPassthroughTest {
    private final GatewayUnderTest gateway = DoorGateway.shared();

    /**
     * A request full of what no reader knows.
     *
     * @param path     of the door; the provider's is the same but for the name of the model
     * @param upstream of the provider
     * @param task     whose name the provider's model takes the place of
     */
    private record Native(String path, String upstream, String task, String body) {
        private Native(String path, String task, String body) {
            this(path, path, task, body);
        }

        @Override
        public String toString() {
            return path;
        }
    }

    @BeforeEach
    void forgetEarlierRequests() {
        gateway.journal().clear();
    }

    static Stream<Native> requests() {
        return Stream.of(
                new Native(DoorHttp.OPENAI, "speaks-openai", """
                        { "x_unknown" : [1,  2.50e0, {"deep": null}], "model" : "speaks-openai",
                          "messages":[{"role":"user","content":"Gr\\u00fc\\u00DFe, \u2603 \\ud83d\\ude00","x_cache" : {"ttl":1}}],
                          "max_completion_tokens":50 ,"seed": 7, "metadata":{"k":"v"} }
                        """),
                new Native(DoorHttp.OPENAI, "speaks-openai", """
                        {"model":"speaks-openai", "stream" :true, "stream_options" : {"include_usage":true, "x":1},
                         "messages":[{"role":"user","content":"Hi"}]}"""),
                new Native(DoorHttp.ANTHROPIC, "speaks-anthropic", """
                        {"model":"speaks-anthropic", "max_tokens" : 50, "x_unknown": 1E2,
                         "system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],
                         "messages":[{"role":"user","content":[{"type":"text", "text":"Hi" , "x_new":true}]}]}"""),
                new Native(DoorHttp.ANTHROPIC, "speaks-anthropic", """
                        {"model":"speaks-anthropic", "max_tokens" : 50, "stream" :true,
                         "messages":[{"role":"user","content":"Hi"}]}"""),
                new Native(DoorHttp.RESPONSES, "speaks-responses", """
                        { "model":"speaks-responses", "store":false, "temperature": 1.0e0 ,
                          "input":[{"role":"user","content":[{"type":"input_text","text" :"Hi"}]}]}"""),
                new Native(DoorHttp.RESPONSES, "speaks-responses", """
                        {"model":"speaks-responses", "store":false, "stream" :true,"input":"Hi" }"""),
                new Native(
                        DoorHttp.GEMINI + "speaks-gemini:generateContent",
                        DoorHttp.GEMINI + "quick:generateContent",
                        "",
                        """
                        { "contents" : [{"role":"user","parts":[{ "text":"Hi"}]}],
                          "safetySettings":[{"category":"HARM_CATEGORY_HATE_SPEECH","threshold":"BLOCK_NONE"}],
                          "generationConfig":{"seed": 7,"topP" : 9.0e-1,"maxOutputTokens":50}}"""),
                new Native(
                        DoorHttp.GEMINI + "speaks-gemini:streamGenerateContent?alt=sse",
                        DoorHttp.GEMINI + "quick:streamGenerateContent?alt=sse",
                        "",
                        """
                        {"contents":[{"role":"user" , "parts":[{"text":"Hi"}]}]}"""));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void byteForByteButForTheModel(Native given) throws Exception {
        // When
        HttpResponse<String> response = DoorHttp.post(given.path, gateway.key(), given.body);
        // Then
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        SimRequest sent = gateway.journal().requests().get(0);
        assertThat(new String(sent.body(), StandardCharsets.UTF_8))
                .isEqualTo(given.body.replace("\"" + given.task + "\"", "\"quick\""));
        HttpResponse<String> provider = answerOfTheProvider(sent, given.upstream);
        assertThat(once(response.body())).isEqualTo(once(provider.body()));
        boolean stream = mediaType(provider).equals("text/event-stream");
        assertThat(mediaType(response)).isEqualTo(stream ? "text/event-stream" : "application/json");
    }

    /** The simulated provider answers the same request the same way, so it is asked once more, without the gateway. */
    private HttpResponse<String> answerOfTheProvider(SimRequest sent, String path) throws Exception {
        URI uri = URI.create(gateway.sim().server().baseUrl(sent.mount()) + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .header("anthropic-version", "2023-06-01")
                .POST(HttpRequest.BodyPublishers.ofByteArray(sent.body()));
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String mediaType(HttpResponse<String> response) {
        return response.headers().firstValue("Content-Type").orElseThrow().split(";")[0];
    }

    /** Without the count of the attempt in its ids and the second in which it was made. */
    private static String once(String answer) {
        return answer.replaceAll("(_?-?sim_?)([0-9a-f]{8})[0-9a-f]{6}", "$1$2")
                .replaceAll("\"(created|created_at|completed_at)\":\\d+", "");
    }
}
