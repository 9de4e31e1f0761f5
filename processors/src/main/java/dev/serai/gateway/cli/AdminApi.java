/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * The admin API of one gateway. What it refuses, and that it cannot be reached, is a {@link Failure}. Thread-safe.
 *
 * @param url where the gateway is
 * @param key of a caller with the permission admin
 */
record AdminApi(URI url, String key) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** @param path below {@code /gateway/admin}, one element each */
    JsonNode get(String... path) {
        return send("GET", null, path);
    }

    /** @param body values that are null are left out */
    JsonNode send(String method, Map<String, String> body, String... path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address(path))
                .timeout(ANSWER)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(text(body)));
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build()) {
            return answer(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw Failure.of(
                    "no gateway answers at " + url + ": is it running? Another address: --url or SERAI_URL", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.of("interrupted", e);
        }
    }

    private URI address(String... path) {
        StringBuilder address = new StringBuilder(url.toString().replaceFirst("/+$", "")).append("/gateway/admin");
        for (String element : path) {
            address.append('/')
                    .append(URLEncoder.encode(element, StandardCharsets.UTF_8).replace("+", "%20"));
        }
        return URI.create(address.toString());
    }

    private static String text(Map<String, String> body) {
        if (body == null) {
            return "";
        }
        var json = JSON.createObjectNode();
        body.forEach((name, value) -> {
            if (value != null) {
                json.put(name, value);
            }
        });
        return json.toString();
    }

    private JsonNode answer(HttpResponse<String> response) {
        try {
            JsonNode json = JSON.readTree(response.body());
            if (response.statusCode() / 100 == 2 && json.isObject()) {
                return json;
            }
            if (json.at("/error/message").isTextual()) {
                throw Failure.of(json.at("/error/message").textValue());
            }
        } catch (JsonProcessingException e) {
            // what answers is no gateway, or no gateway yet
        }
        throw Failure.of(url + " answered " + response.statusCode() + ", but not as a gateway: is the address right?");
    }
}
