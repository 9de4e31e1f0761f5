/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.io.PrintStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimRequest.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class SimServerTest extends SimBed {
    @BeforeEach
    void mount() {
        server.mount("m", SimScript.of(Map.of("tokens", "2")));
    }

    private HttpRequest.Builder admin(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/__sim/" + path));
    }

    @Test
    void twoHundredStreamsAtOnce() throws Exception {
        // Given
        server.mount("chat", SimScript.of(Map.of("tokens", "20", "tokenDelay", "20ms", "firstTokenDelay", "300ms")));
        ExecutorService clients = Executors.newFixedThreadPool(200);
        SimClient openAi = new SimClient(server, "chat", Dialect.OPENAI_CHAT);
        SimClient anthropic = new SimClient(server, "chat", Dialect.ANTHROPIC_MESSAGES);

        // When
        List<Future<SimClient.Events>> streams = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            SimClient client = i % 2 == 0 ? openAi : anthropic;
            streams.add(clients.submit(() -> client.stream(client.request(true))));
        }

        // Then
        for (Future<SimClient.Events> stream : streams) {
            assertThat(stream.get().failure()).isNull();
            assertThat(stream.get().words()).isEqualTo(20);
        }
        await().atMost(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(server.journal().requests("chat"))
                        .hasSize(200)
                        .allMatch(request -> request.outcome() == Outcome.COMPLETED && request.tokensSent() == 20));
        clients.shutdownNow();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreadsServeIt() throws Exception {
        // Given: by reflection, since these sources are Java 17
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        ThreadFactory virtual = (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);

        // When
        try (SimServer light = SimServer.start(SimServer.Options.DEFAULT.withThreads(virtual))) {
            light.mount("m", SimScript.of(Map.of("tokens", "3", "tokenDelay", "5ms", "latency", "5ms")));
            SimClient client = new SimClient(light, "m", Dialect.OPENAI_CHAT);

            // Then
            assertThat(client.stream(client.request(true)).words()).isEqualTo(3);
            Socket socket = client.open(client.request(true));
            socket.close();
            await().atMost(Duration.ofSeconds(2)).until(() -> light.journal().openConnections() <= 1);
        }
    }

    @Test
    void theSameRequestGetsTheSameAnswer() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.OPENAI_CHAT);

        // When
        String first = client.stream(client.request(true)).text();
        String second = client.stream(client.request(true)).text();
        server.mount("m", SimScript.of(Map.of("seed", "2", "tokens", "2")));
        String other = client.stream(client.request(true)).text();

        // Then
        assertThat(second).isEqualTo(first).isNotEqualTo(other);
    }

    @Test
    void oneConnectionServesManyRequestsPipelinedToo() throws Exception {
        // Given
        String get = "GET /m/v1/models HTTP/1.1\r\nhost: x\r\n";

        // When
        String answers;
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write((get + "\r\n" + get + "\r\n" + get + "connection: close\r\n\r\n").getBytes());
            answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        // Then
        assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(4);
        assertThat(answers).contains("\"object\":\"list\"", "connection: close");
    }

    @Test
    void clientsWaitForLeaveOrSendChunksOrSpeakOldHttp() throws Exception {
        // Given
        String body = "{\"model\":\"x\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        String post = "POST /m/v1/chat/completions HTTP/1.";
        String chunked = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";

        // When
        String expecting = raw(post + "1\r\nconnection: close\r\nexpect: 100-continue\r\ncontent-length: "
                + body.length() + "\r\n\r\n" + body);
        String inChunks = raw(post + "1\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n" + chunked);
        String old = raw(post + "0\r\ncontent-length: " + body.length() + "\r\n\r\n" + body);
        String broken = raw("NONSENSE\r\n\r\n");

        // Then
        assertThat(expecting)
                .startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK")
                .endsWith("0\r\n\r\n");
        assertThat(inChunks).startsWith("HTTP/1.1 200 OK").contains("data: [DONE]");
        assertThat(old).startsWith("HTTP/1.1 200 OK").doesNotContain("chunked").endsWith("data: [DONE]\n\n");
        assertThat(broken).startsWith("HTTP/1.1 400");
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(5000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theJournalKeepsTheLatestWithoutCredentials() throws Exception {
        // Given
        try (SimServer small = SimServer.start(SimServer.Options.DEFAULT.withJournalSize(2))) {
            small.mount("m", SimScript.DEFAULT);
            SimClient client = new SimClient(small, "m", Dialect.ANTHROPIC_MESSAGES);

            // When
            for (int i = 0; i < 3; i++) {
                client.post(client.request(false));
            }

            // Then
            List<SimRequest> requests = small.journal().requests();
            assertThat(requests).extracting(SimRequest::attempt).containsExactly(2, 3);
            assertThat(requests.get(0).headers())
                    .containsEntry("authorization", "***")
                    .containsEntry("anthropic-version", "2023-06-01");
            assertThat(requests.get(0).json().path("model").asText()).isEqualTo("asked-for");
            assertThat(requests.get(0).dialect()).isEqualTo("anthropic-messages");
        }
    }

    @Test
    void anotherProcessReadsTheJournal() throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", Dialect.OPENAI_CHAT);
        client.post(client.request(false));

        // When
        JsonNode journal =
                SimClient.json(SimClient.send(admin("requests").GET()).body());
        HttpResponse<String> cleared = SimClient.send(admin("requests").DELETE());

        // Then
        assertThat(journal.at("/requests/0/mount").asText()).isEqualTo("m");
        assertThat(journal.at("/requests/0/body/model").asText()).isEqualTo("asked-for");
        assertThat(journal.at("/requests/0/headers/authorization").asText()).isEqualTo("***");
        assertThat(cleared.statusCode()).isEqualTo(200);
        assertThat(server.journal().requests()).isEmpty();
    }

    @Test
    void anotherProcessReplacesAScript() throws Exception {
        // Given
        SimClient client = new SimClient(server, "new", Dialect.OPENAI_CHAT);

        // When
        HttpResponse<String> put = SimClient.send(
                admin("scripts/new").PUT(HttpRequest.BodyPublishers.ofString("attempts:\n  - status: 503\n")));
        HttpResponse<String> wrong =
                SimClient.send(admin("scripts/new").PUT(HttpRequest.BodyPublishers.ofString("{\"tokens\": 0}")));

        // Then
        assertThat(put.statusCode()).isEqualTo(200);
        assertThat(client.post(client.request(false)).statusCode()).isEqualTo(503);
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("tokens = 0: must be");
        assertThat(SimClient.json(SimClient.send(admin("scripts/new").GET()).body())
                        .at("/attempts/0/status")
                        .asInt())
                .isEqualTo(503);
        assertThat(SimClient.send(admin("scripts/none").GET()).statusCode()).isEqualTo(404);
    }

    @Test
    void theLatestMountOfANameHolds() throws Exception {
        // Given
        AutoCloseable older = server.mount("x", SimScript.of(Map.of("status", "500")));
        AutoCloseable newer = server.mount("x", SimScript.DEFAULT);
        SimClient client = new SimClient(server, "x", Dialect.OPENAI_CHAT);

        // When / Then
        older.close();
        assertThat(client.post(client.request(false)).statusCode()).isEqualTo(200);
        newer.close();
        assertThat(client.post(client.request(false)).statusCode()).isEqualTo(404);
        assertThatThrownBy(() -> server.mount("a/b", SimScript.DEFAULT)).hasMessageContaining("sim mount = 'a/b'");
    }

    @Test
    void connectionsBeyondTheBoundWait() throws Exception {
        // Given
        try (SimServer small = SimServer.start(SimServer.Options.DEFAULT.withMaxConnections(1))) {
            small.mount("m", SimScript.of(Map.of("silence", "true")));
            SimClient client = new SimClient(small, "m", Dialect.OPENAI_CHAT);
            Socket first = client.open(client.request(false));
            await().until(() -> small.journal().requests().size() == 1);
            Socket second = client.open(client.request(false));

            // When
            assertThat(small.journal().openConnections()).isEqualTo(1);
            first.close();

            // Then
            await().atMost(Duration.ofSeconds(2))
                    .until(() -> small.journal().requests().size() == 2);
            second.close();
        }
    }

    @Test
    void itRunsAlone(@TempDir Path folder) throws Exception {
        // Given
        Path script = Files.writeString(folder.resolve("mine.yaml"), "answer: Hello\n");
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());

        // When
        try (SimServer alone = SimMain.start(List.of("--port", "0", "--script", script.toString()), nowhere)) {
            SimClient client = new SimClient(alone, "mine", Dialect.OPENAI_CHAT);
            SimClient quota = new SimClient(alone, "quota", Dialect.OPENAI_CHAT);

            // Then
            assertThat(client.stream(client.request(true)).text()).isEqualTo("Hello");
            assertThat(quota.post(client.request(false)).statusCode()).isEqualTo(429);
        }
        assertThatThrownBy(() -> SimMain.start(List.of("--fast", "1"), nowhere)).hasMessageContaining("--fast");
    }
}
