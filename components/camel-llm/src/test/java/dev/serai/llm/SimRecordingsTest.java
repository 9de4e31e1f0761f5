/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.provider.sim.SimScript;
import dev.serai.llm.provider.sim.SimServer;

import software.amazon.eventstream.MessageDecoder;

import static org.assertj.core.api.Assertions.assertThat;

/** The simulated provider writes as the recorded ones did: no field, and no field's type, that no recording has. */
class SimRecordingsTest {
    /** Below these everything is the caller's own. */
    private static final Set<String> FREE = Set.of("input", "arguments");

    @ParameterizedTest
    @CsvSource({
        "BEDROCK_CONVERSE, bedrock-converse, /model/m/converse",
        "COHERE_CHAT,      cohere,           /v2/chat",
        "OLLAMA_CHAT,      ollama,           /api/chat"
    })
    void fieldsOfAnswers(Dialect dialect, String recordings, String path) throws Exception {
        // Given
        Set<String> recorded = new TreeSet<>();
        for (Fixture fixture : Fixtures.of(recordings)) {
            String url = fixture.meta().path("url_path").asText();
            if (url.endsWith(path.replaceFirst(".*/", "/")) || url.endsWith("/converse-stream")) {
                documents(dialect, fixture.streaming(), fixture.body()).forEach(json -> fields(json, "", recorded));
            }
        }

        // When
        Set<String> written = new TreeSet<>();
        try (SimServer sim = SimServer.start()) {
            sim.mount("m", SimScript.read("{tokens: 3, usage: {prompt: 9, cached: 2, cacheWrite: 1, reasoning: 2}}"));
            sim.mount("bad", SimScript.read("{attempts: [{status: 400}, {status: 429}], repeatLast: true}"));
            for (String mount : List.of("m", "m-tools", "bad")) {
                for (boolean stream : new boolean[] {false, true}) {
                    String at = sim.baseUrl(mount.replace("-tools", "")) + path;
                    HttpResponse<byte[]> response = post(dialect, at, stream, mount.endsWith("tools"));
                    boolean events = stream && response.statusCode() == 200;
                    documents(dialect, events, response.body()).forEach(json -> fields(json, "", written));
                }
            }
        }

        // Then
        assertThat(written).hasSizeGreaterThan(15);
        assertThat(recorded).containsAll(written);
    }

    private static HttpResponse<byte[]> post(Dialect dialect, String url, boolean stream, boolean tools)
            throws Exception {
        boolean bedrock = dialect == Dialect.BEDROCK_CONVERSE;
        String content = bedrock ? "[{'text':'a'}]" : "'a'";
        String tool = bedrock
                ? ",'toolConfig':{'tools':[{'toolSpec':{'name':'f','inputSchema':{'json':{'type':'object'}}}}]}"
                : ",'tools':[{'type':'function','function':{'name':'f','parameters':{'type':'object'}}}]";
        String body = "{'model':'m','messages':[{'role':'user','content':" + content + "}]" + (tools ? tool : "")
                + ",'stream':" + stream + "}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + (bedrock && stream ? "-stream" : "")))
                .header("authorization", "Bearer key")
                .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    /** An answer's JSON, or that of each event of a stream. */
    private static List<JsonNode> documents(Dialect dialect, boolean streamed, byte[] body) {
        if (!streamed) {
            return List.of(Sse.read(new String(body, Sse.UTF_8)));
        }
        List<JsonNode> documents = new ArrayList<>();
        switch (dialect) {
            case BEDROCK_CONVERSE ->
                new MessageDecoder(frame ->
                                documents.add(Sse.read(new String(frame.getPayload(), StandardCharsets.UTF_8))))
                        .feed(body);
            case OLLAMA_CHAT ->
                new String(body, Sse.UTF_8).lines().map(Sse::read).forEach(documents::add);
            default -> documents.addAll(Sse.events(body));
        }
        return documents;
    }

    /** Each field's path with its type; the places of arrays do not count. */
    private static void fields(JsonNode json, String at, Set<String> found) {
        if (json.isArray()) {
            json.forEach(item -> fields(item, at + "[]", found));
        } else if (json.isObject()) {
            json.properties().forEach(field -> {
                String path = at + "/" + field.getKey();
                found.add(path + " " + field.getValue().getNodeType());
                if (!FREE.contains(field.getKey())) {
                    fields(field.getValue(), path, found);
                }
            });
        }
    }
}
