/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

/** An application that talks to the gateway over HTTP. Thread-safe. */
final class GatewayClient {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI base;
    private final String key;

    GatewayClient(URI base, String key) {
        this.base = base;
        this.key = key;
    }

    /** Asks a task through the OpenAI door. */
    Reply chat(String task, boolean stream) throws IOException, InterruptedException {
        return chat(task, stream, "Where is my order?");
    }

    Reply chat(String task, boolean stream, String text) throws IOException, InterruptedException {
        return Reply.of(HTTP.send(request(task, stream, text), HttpResponse.BodyHandlers.ofString()));
    }

    CompletableFuture<Reply> chatAsync(String task, boolean stream, String text) {
        return HTTP.sendAsync(request(task, stream, text), HttpResponse.BodyHandlers.ofString())
                .thenApply(Reply::of);
    }

    /** Asks through the Anthropic door. */
    Reply messages(String task, boolean stream) throws IOException, InterruptedException {
        String body = Json.object().put("model", task).put("stream", stream).put("max_tokens", 500) + "";
        String withMessages = body.substring(0, body.length() - 1)
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"Where is my order?\"}]}";
        HttpRequest request = post("/v1/messages", withMessages)
                .header("anthropic-version", "2023-06-01")
                .build();
        return Reply.of(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
    }

    /** Asks through the use-case door. */
    Reply useCase(String task, boolean stream) throws IOException, InterruptedException {
        String path = "/gateway/use-cases/" + task + (stream ? "/stream" : "");
        HttpRequest request = post(path, "{\"input\": \"Where is my order?\"}").build();
        return Reply.of(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
    }

    Reply get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(120))
                .header("Authorization", "Bearer " + key)
                .build();
        return Reply.of(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
    }

    private HttpRequest request(String task, boolean stream, String text) {
        return post("/v1/chat/completions", chatBody(task, stream, text)).build();
    }

    private HttpRequest.Builder post(String path, String body) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(120))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    static String chatBody(String task, boolean stream, String text) {
        return Json.object()
                .put("model", task)
                .put("stream", stream)
                .set(
                        "messages",
                        Json.MAPPER
                                .createArrayNode()
                                .add(Json.object().put("role", "user").put("content", text)))
                .toString();
    }

    /** What came back: of a stream, all of it. */
    record Reply(int status, String requestId, Integer retryAfter, String contentType, String body) {
        static Reply of(HttpResponse<String> response) {
            return new Reply(
                    response.statusCode(),
                    response.headers().firstValue("X-Request-Id").orElse(null),
                    response.headers()
                            .firstValue("Retry-After")
                            .map(Integer::valueOf)
                            .orElse(null),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.body());
        }

        /** The answer's text, from the whole body or from the deltas of a stream. */
        String text() throws IOException {
            if (!contentType.startsWith("text/event-stream")) {
                return json().at("/choices/0/message/content").asText();
            }
            StringBuilder text = new StringBuilder();
            for (JsonNode event : events()) {
                text.append(event.at("/choices/0/delta/content").asText(""));
            }
            return text.toString();
        }

        JsonNode json() throws IOException {
            return Json.MAPPER.readTree(body);
        }

        /** The data of a stream's events, but for [DONE]. */
        List<JsonNode> events() throws IOException {
            List<JsonNode> events = new ArrayList<>();
            for (String line : body.split("\n")) {
                if (line.startsWith("data: ") && !line.equals("data: [DONE]")) {
                    events.add(Json.MAPPER.readTree(line.substring("data: ".length())));
                }
            }
            return events;
        }

        boolean isDone() {
            return body.endsWith("data: [DONE]\n\n");
        }

        /** The last event, which is the error where a stream broke. */
        JsonNode lastEvent() throws IOException {
            List<JsonNode> events = events();
            return events.get(events.size() - 1);
        }
    }
}
