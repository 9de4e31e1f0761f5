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
import java.util.stream.Collectors;

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
    private static final String JSON_TYPE = "application/json";
    private static final String CSV_TYPE = "text/csv";
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** @param path below {@code /gateway/admin}, one element each */
    JsonNode get(String... path) {
        return json(exchange("GET", JSON_TYPE, null, address(path)));
    }

    /** @param query values that are null are left out */
    JsonNode find(Map<String, Object> query, String... path) {
        return json(exchange("GET", JSON_TYPE, null, address(path) + fields(query)));
    }

    /** The same as a table of comma-separated values. */
    String csv(Map<String, Object> query, String... path) {
        HttpResponse<String> response = exchange("GET", CSV_TYPE, null, address(path) + fields(query));
        String type = response.headers().firstValue("Content-Type").orElse("");
        return type.startsWith(CSV_TYPE) ? response.body() : json(response).toString();
    }

    /** @param body values that are null are left out */
    JsonNode send(String method, Map<String, Object> body, String... path) {
        return json(exchange(method, JSON_TYPE, body, address(path)));
    }

    private HttpResponse<String> exchange(String method, String accept, Map<String, Object> body, String address) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .timeout(ANSWER)
                .header("Accept", accept)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", JSON_TYPE)
                .method(method, HttpRequest.BodyPublishers.ofString(text(body)));
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw Failure.of(
                    "no gateway answers at " + url + ": is it running? Another address: --url or SERAI_URL", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.of("interrupted", e);
        }
    }

    private String address(String... path) {
        StringBuilder address = new StringBuilder(url.toString().replaceFirst("/+$", "")).append("/gateway/admin");
        for (String element : path) {
            address.append('/').append(encoded(element));
        }
        return address.toString();
    }

    private static String fields(Map<String, Object> query) {
        String fields = query.entrySet().stream()
                .filter(field -> field.getValue() != null)
                .map(field -> field.getKey() + "=" + encoded(field.getValue().toString()))
                .collect(Collectors.joining("&"));
        return fields.isEmpty() ? "" : "?" + fields;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String text(Map<String, Object> body) {
        if (body == null) {
            return "";
        }
        var json = JSON.createObjectNode();
        body.forEach((name, value) -> {
            if (value != null) {
                json.set(name, JSON.valueToTree(value));
            }
        });
        return json.toString();
    }

    private JsonNode json(HttpResponse<String> response) {
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
