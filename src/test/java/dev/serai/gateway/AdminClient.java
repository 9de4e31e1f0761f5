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

/** An operator who asks the admin API. */
final class AdminClient {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI base;
    private final String key;

    AdminClient(URI base, String key) {
        this.base = base;
        this.key = key;
    }

    /** @param body null for none */
    HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve("/gateway/admin/" + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    GatewayClient.Reply ask(String method, String path, String body) throws IOException, InterruptedException {
        return GatewayClient.Reply.of(send(method, path, body));
    }

    /** What the audit log has of a request. */
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
