/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.StringTokenizer;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Ask;
import dev.serai.llm.Dialect;
import dev.serai.llm.ExpectedAnswer;
import dev.serai.llm.sse.SseFrame;

/** A client of the simulated provider that sees what comes over the wire. */
final class SimClient {
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final URI base;
    private final Dialect dialect;

    SimClient(SimServer server, String mount, Dialect dialect) {
        this.base = server.baseUrl(mount);
        this.dialect = dialect;
    }

    /** The dialects that the simulated provider speaks. */
    static Stream<Dialect> spoken() {
        return Stream.of(Dialect.values());
    }

    /** A request to add to. */
    Ask ask() {
        return Ask.of(dialect, "Say something.");
    }

    /** A small request of the dialect. */
    ObjectNode request(boolean stream) {
        return ask().body().put("stream", stream);
    }

    HttpResponse<String> post(JsonNode body) throws IOException, InterruptedException {
        return HTTP.send(http(body), HttpResponse.BodyHandlers.ofString());
    }

    /** A whole answer. */
    ExpectedAnswer answer(JsonNode body) throws IOException, InterruptedException {
        return ExpectedAnswer.of(
                dialect,
                HTTP.send(http(body), HttpResponse.BodyHandlers.ofByteArray()).body(),
                false);
    }

    /** A streamed answer, read to its end. */
    Events stream(JsonNode body) throws IOException, InterruptedException {
        JsonNode streamed = ((ObjectNode) body).deepCopy().put("stream", true);
        HttpResponse<InputStream> response = HTTP.send(http(streamed), HttpResponse.BodyHandlers.ofInputStream());
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (InputStream in = response.body()) {
            in.transferTo(read);
            return new Events(dialect, response, read.toByteArray(), null);
        } catch (IOException e) {
            return new Events(dialect, response, read.toByteArray(), e);
        }
    }

    /** Writes the request to a socket of its own; the caller closes it. */
    Socket open(JsonNode body) throws IOException {
        byte[] bytes = payload(body);
        Socket socket = new Socket(base.getHost(), base.getPort());
        socket.setSoTimeout(10_000);
        String head = "POST " + base.getPath() + path(body)
                + " HTTP/1.1\r\nhost: sim\r\nanthropic-version: 2023-06-01\r\n"
                + "authorization: Bearer not-for-the-journal\r\n"
                + "content-length: " + bytes.length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(bytes);
        return socket;
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest http(JsonNode body) {
        return HttpRequest.newBuilder(URI.create(base + path(body)))
                .header("anthropic-version", "2023-06-01")
                .header("authorization", "Bearer not-for-the-journal")
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofByteArray(payload(body)))
                .build();
    }

    private String path(JsonNode body) {
        boolean stream = body.path("stream").asBoolean();
        return switch (dialect) {
            case OPENAI_CHAT -> "/v1/chat/completions";
            case ANTHROPIC_MESSAGES -> "/v1/messages";
            case OPENAI_RESPONSES -> "/v1/responses";
            case GEMINI_GENERATE ->
                "/v1beta/models/asked-for:" + (stream ? "streamGenerateContent?alt=sse" : "generateContent");
            case BEDROCK_CONVERSE -> "/model/asked%3Afor/converse" + (stream ? "-stream" : "");
            case COHERE_CHAT -> "/v2/chat";
            case OLLAMA_CHAT -> "/api/chat";
        };
    }

    /** Where the path says whether to stream, the payload doesn't. */
    private byte[] payload(JsonNode body) {
        ObjectNode payload = body.deepCopy();
        if (dialect == Dialect.GEMINI_GENERATE || dialect == Dialect.BEDROCK_CONVERSE) {
            payload.remove("stream");
        }
        return SimJson.bytes(payload);
    }

    /** What only the last event of a stream has. */
    String endMark() {
        return switch (dialect) {
            case OPENAI_CHAT -> "[DONE]";
            case OPENAI_RESPONSES -> "response.completed";
            case GEMINI_GENERATE -> "finishReason";
            case ANTHROPIC_MESSAGES -> "message_stop";
            case BEDROCK_CONVERSE -> "messageStop";
            case COHERE_CHAT -> "[DONE]";
            case OLLAMA_CHAT -> "\"done\":true";
        };
    }

    static JsonNode json(String text) {
        try {
            return SimJson.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    /** @param failure what ended the stream other than its proper end, or null */
    record Events(Dialect dialect, HttpResponse<?> response, byte[] bytes, IOException failure) {
        /** What it says, as far as it is well-formed. */
        ExpectedAnswer answer() {
            return ExpectedAnswer.of(dialect, bytes, true);
        }

        String text() {
            return answer().text();
        }

        /** Words of the text, each of which was a token. */
        int words() {
            return new StringTokenizer(text()).countTokens();
        }

        String raw() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        private List<SseFrame> frames() {
            try {
                return SimFrames.read(dialect, bytes);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        List<String> data() {
            return frames().stream().map(SseFrame::data).toList();
        }

        Stream<JsonNode> json() {
            return data().stream().filter(data -> !data.equals("[DONE]")).map(SimClient::json);
        }

        List<String> names() {
            return frames().stream().map(SseFrame::event).toList();
        }
    }
}
