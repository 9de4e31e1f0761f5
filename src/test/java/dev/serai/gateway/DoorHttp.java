/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

/** Plain HTTP against {@link DoorGateway}, for what SDKs hide. */
final class DoorHttp {
    static final String OPENAI = "/v1/chat/completions";
    static final String ANTHROPIC = "/v1/messages";
    static final String RESPONSES = "/v1/responses";
    /** Followed by the task and the method. */
    static final String GEMINI = "/v1beta/models/";

    static final String USE_CASE = "/gateway/use-cases/speaks-openai";

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private DoorHttp() {}

    /** A body that the door takes, for that task. */
    static String question(String door, String task) {
        return switch (door) {
            case OPENAI ->
                "{\"model\": \"%s\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}".formatted(task);
            case ANTHROPIC ->
                "{\"model\": \"%s\", \"max_tokens\": 99, \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}"
                        .formatted(task);
            case RESPONSES -> "{\"model\": \"%s\", \"input\": \"Hi\"}".formatted(task);
            case GEMINI -> "{\"contents\": [{\"role\": \"user\", \"parts\": [{\"text\": \"Hi\"}]}]}";
            default -> "{\"input\": \"Hi\"}";
        };
    }

    /** Asks the task, or what is taken for one, by that door. */
    static HttpResponse<String> ask(String door, String key, String task, String... headers) {
        String path = door.equals(GEMINI) ? GEMINI + task + ":generateContent" : door;
        return post(path, key, question(door, task), headers);
    }

    static HttpResponse<String> post(String path, String key, String body, String... headers) {
        return post(DoorGateway.shared(), path, key, body, headers);
    }

    static HttpResponse<String> post(
            GatewayUnderTest gateway, String path, String key, String body, String... headers) {
        return post(gateway, path, key, BodyPublishers.ofString(body), headers);
    }

    /** @param headers names and values in turn; a content type among them replaces JSON's */
    static HttpResponse<String> post(String path, String key, BodyPublisher body, String... headers) {
        return post(DoorGateway.shared(), path, key, body, headers);
    }

    private static HttpResponse<String> post(
            GatewayUnderTest gateway, String path, String key, BodyPublisher body, String... headers) {
        HttpRequest.Builder request = request(gateway, path, key).setHeader("Content-Type", "application/json");
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return send(request.POST(body));
    }

    static HttpResponse<String> call(String method, String path, String key) {
        return send(request(DoorGateway.shared(), path, key).method(method, BodyPublishers.noBody()));
    }

    static JsonNode json(HttpResponse<String> response) {
        try {
            return Json.MAPPER.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String requestId(HttpResponse<?> response) {
        return response.headers().firstValue("X-Request-Id").orElseThrow();
    }

    private static HttpRequest.Builder request(GatewayUnderTest gateway, String path, String key) {
        return HttpRequest.newBuilder(gateway.baseUrl().resolve(path)).header("Authorization", "Bearer " + key);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
