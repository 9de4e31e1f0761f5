/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.sse.SseFrame;
import dev.serai.llm.sse.SseReader;

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

    /** A small request of the dialect. */
    ObjectNode request(boolean stream) {
        ObjectNode body = SimJson.object().put("model", "sim-1").put("max_tokens", 500);
        body.putArray("messages").addObject().put("role", "user").put("content", "Say something.");
        return stream ? body.put("stream", true) : body;
    }

    HttpResponse<String> post(JsonNode body) throws IOException, InterruptedException {
        return HTTP.send(http(body), HttpResponse.BodyHandlers.ofString());
    }

    /** A streamed answer, read to its end. */
    Events stream(JsonNode body) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = HTTP.send(http(body), HttpResponse.BodyHandlers.ofInputStream());
        List<SseFrame> frames = new ArrayList<>();
        try (InputStream in = response.body()) {
            SseReader reader = new SseReader(in, 1 << 20);
            for (SseFrame frame = reader.next(); frame != null; frame = reader.next()) {
                frames.add(frame);
            }
            return new Events(response, frames, null);
        } catch (IOException e) {
            return new Events(response, frames, e);
        }
    }

    /** Writes the request to a socket of its own; the caller closes it. */
    Socket open(JsonNode body) throws IOException {
        byte[] bytes = SimJson.bytes(body);
        Socket socket = new Socket(base.getHost(), base.getPort());
        socket.setSoTimeout(10_000);
        String head = "POST " + base.getPath() + path() + " HTTP/1.1\r\nhost: sim\r\nanthropic-version: 2023-06-01\r\n"
                + "content-length: " + bytes.length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(bytes);
        return socket;
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest http(JsonNode body) {
        return HttpRequest.newBuilder(URI.create(base + path()))
                .header("anthropic-version", "2023-06-01")
                .header("authorization", "Bearer not-for-the-journal")
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofByteArray(SimJson.bytes(body)))
                .build();
    }

    private String path() {
        return dialect == Dialect.OPENAI_CHAT ? "/v1/chat/completions" : "/v1/messages";
    }

    static JsonNode json(String text) {
        try {
            return SimJson.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    /** @param failure what ended the stream other than its proper end, or null */
    record Events(HttpResponse<?> response, List<SseFrame> frames, IOException failure) {
        List<String> data() {
            return frames.stream().map(SseFrame::data).toList();
        }

        Stream<JsonNode> json() {
            return data().stream().filter(data -> !data.equals("[DONE]")).map(SimClient::json);
        }

        List<String> names() {
            return frames.stream().map(SseFrame::event).toList();
        }

        /** The text, the refusal or the tool arguments, whatever the dialect. */
        String text() {
            StringBuilder text = new StringBuilder();
            json().forEach(event -> {
                JsonNode delta = event.path("choices").path(0).path("delta");
                text.append(delta.path("content").asText(""));
                text.append(delta.path("refusal").asText(""));
                text.append(delta.at("/tool_calls/0/function/arguments").asText(""));
                text.append(event.at("/delta/text").asText(""));
                text.append(event.at("/delta/partial_json").asText(""));
            });
            return text.toString().replace("null", "");
        }

        /** Content events, whatever the dialect. */
        int tokens() {
            return (int) data().stream()
                    .filter(data -> data.matches(".*\"delta\":\\{\"(content|refusal|tool_calls)\":[^n].*")
                            || data.matches(".*\"delta\":\\{\"type\":\"(text|input_json)_delta.*"))
                    .filter(data -> !data.contains("\"partial_json\":\"\""))
                    .count();
        }
    }
}
