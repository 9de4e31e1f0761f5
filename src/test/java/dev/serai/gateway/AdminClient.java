/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator. Thread-safe. */
record AdminClient(URI gateway, String key) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param path below {@code /gateway/admin/} */
    GatewayClient.Reply ask(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(gateway.resolve("/gateway/admin/" + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return GatewayClient.Reply.of(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
    }

    /** What it answers; it has to. */
    JsonNode get(String path) throws Exception {
        return answer(ask("GET", path, null));
    }

    JsonNode post(String path, String body) throws Exception {
        return answer(ask("POST", path, body));
    }

    private static JsonNode answer(GatewayClient.Reply reply) throws IOException {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    /** What {@code routes} says of a task. */
    JsonNode route(String task) throws Exception {
        for (JsonNode route : get("routes").path("routes")) {
            if (route.path("task").asText().equals(task)) {
                return route;
            }
        }
        throw new AssertionError("no route of " + task);
    }

    /** Runs an example of the documentation, which has to succeed. */
    String shell(String example) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", example).redirectErrorStream(true);
        shell.environment().put("SERAI", gateway.toString());
        shell.environment().put("KEY", key);
        Process process = shell.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(example + output).isZero();
        return output;
    }

    /** The line that a request has left in the audit log. */
    static JsonNode audit(Path home, String requestId) throws IOException {
        for (String line : Files.readAllLines(home.resolve("data/audit/audit.jsonl"))) {
            JsonNode entry = Json.MAPPER.readTree(line);
            if (entry.path("requestId").asText().equals(requestId)) {
                return entry;
            }
        }
        throw new AssertionError("no audit entry of " + requestId);
    }
}
