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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.sse.SseFrame;

/** A client of the simulated provider that sees what comes over the wire. */
final class SimClient {
    /** Where the dialects' events have content. */
    private static final List<String> PIECES = List.of(
            "/choices/0/delta/content",
            "/choices/0/delta/refusal",
            "/choices/0/delta/tool_calls/0/function/arguments",
            "/delta",
            "/delta/text",
            "/delta/partial_json",
            "/candidates/0/content/parts/0/text",
            "/candidates/0/content/parts/0/functionCall/args",
            "/delta/toolUse/input",
            "/delta/message/content/text",
            "/delta/message/tool_calls/function/arguments",
            "/message/content",
            "/message/tool_calls/0/function/arguments");

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
        String prompt = "Say something.";
        ObjectNode body = SimJson.object();
        switch (dialect) {
            case GEMINI_GENERATE ->
                body.putArray("contents")
                        .addObject()
                        .put("role", "user")
                        .putArray("parts")
                        .addObject()
                        .put("text", prompt);
            case BEDROCK_CONVERSE -> {
                body.putObject("inferenceConfig").put("maxTokens", 500);
                ObjectNode message = body.putArray("messages").addObject().put("role", "user");
                message.putArray("content").addObject().put("text", prompt);
            }
            case OPENAI_RESPONSES ->
                body.put("model", "sim-1").put("max_output_tokens", 500).put("input", prompt);
            default -> {
                body.put("model", "sim-1").put("max_tokens", 500);
                body.putArray("messages").addObject().put("role", "user").put("content", prompt);
            }
        }
        return inPath() || !stream && dialect != Dialect.OLLAMA_CHAT ? body : body.put("stream", stream);
    }

    HttpResponse<String> post(JsonNode body) throws IOException, InterruptedException {
        return HTTP.send(http(body, false), HttpResponse.BodyHandlers.ofString());
    }

    /** A streamed answer, read to its end. */
    Events stream(JsonNode body) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = HTTP.send(http(body, true), HttpResponse.BodyHandlers.ofInputStream());
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        IOException failure = null;
        try (InputStream in = response.body()) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                received.write(next);
            }
        } catch (IOException e) {
            failure = e;
        }
        return new Events(response, SimFrames.read(dialect, received.toByteArray()), failure);
    }

    /** Writes the request to a socket of its own; the caller closes it. */
    Socket open(JsonNode body) throws IOException {
        byte[] bytes = SimJson.bytes(body);
        Socket socket = new Socket(base.getHost(), base.getPort());
        socket.setSoTimeout(10_000);
        String head =
                "POST " + base.getPath() + path(true) + " HTTP/1.1\r\nhost: sim\r\nanthropic-version: 2023-06-01\r\n"
                        + "authorization: Bearer not-for-the-journal\r\n"
                        + "content-length: " + bytes.length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(bytes);
        return socket;
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest http(JsonNode body, boolean stream) {
        return HttpRequest.newBuilder(URI.create(base + path(stream)))
                .header("anthropic-version", "2023-06-01")
                .header("authorization", "Bearer not-for-the-journal")
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofByteArray(SimJson.bytes(body)))
                .build();
    }

    /** Whether the path says if the answer is streamed. */
    private boolean inPath() {
        return dialect == Dialect.GEMINI_GENERATE || dialect == Dialect.BEDROCK_CONVERSE;
    }

    private String path(boolean stream) {
        return switch (dialect) {
            case OPENAI_CHAT -> "/v1/chat/completions";
            case ANTHROPIC_MESSAGES -> "/v1/messages";
            case OPENAI_RESPONSES -> "/v1/responses";
            case GEMINI_GENERATE ->
                "/v1beta/models/sim-1:" + (stream ? "streamGenerateContent?alt=sse" : "generateContent");
            case BEDROCK_CONVERSE -> "/model/sim%3A1/converse" + (stream ? "-stream" : "");
            case COHERE_CHAT -> "/v2/chat";
            case OLLAMA_CHAT -> "/api/chat";
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
            return String.join("", pieces());
        }

        /** How many events have content, whatever the dialect. */
        int tokens() {
            return pieces().size();
        }

        private List<String> pieces() {
            List<String> pieces = new ArrayList<>();
            for (JsonNode event : readable()) {
                PIECES.stream()
                        .map(pointer -> piece(event, pointer))
                        .filter(piece -> !piece.isEmpty())
                        .findFirst()
                        .ifPresent(pieces::add);
            }
            return pieces;
        }

        /** Without the events that are broken. */
        private List<JsonNode> readable() {
            List<JsonNode> events = new ArrayList<>();
            for (String data : data()) {
                try {
                    events.add(SimJson.read(data.getBytes(StandardCharsets.UTF_8)));
                } catch (IOException e) {
                    // [DONE], or the fault that the test is about
                }
            }
            return events;
        }

        /** A text, or arguments that are an object. */
        private static String piece(JsonNode event, String pointer) {
            JsonNode node = event.at(pointer);
            boolean arguments = pointer.endsWith("/args") || pointer.endsWith("/arguments");
            return node.isObject() && arguments ? node.toString() : node.isTextual() ? node.textValue() : "";
        }
    }
}
