/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("A10: a body that cannot be taken")
class DoorBodyTest {
    private static final int TOO_MUCH = (10 << 20) + 1;

    private final GatewayUnderTest gateway = DoorGateway.shared();

    @BeforeEach
    void forgetEarlierRequests() {
        gateway.journal().clear();
    }

    @AfterEach
    void nothingWasSent() {
        assertThat(gateway.journal().requests()).isEmpty();
    }

    static Stream<Arguments> bodies() {
        String deep = "{\"model\": \"speaks-openai\", \"input\": " + "[".repeat(500) + "]".repeat(500) + "}";
        return Stream.of(DoorHttp.OPENAI, DoorHttp.ANTHROPIC, DoorHttp.USE_CASE)
                .flatMap(door -> Stream.of(
                        Arguments.of(door, "", "empty"),
                        Arguments.of(door, "{\"model\": ", "not valid JSON"),
                        Arguments.of(door, "[]", "object"),
                        Arguments.of(door, "hello", "not valid JSON"),
                        Arguments.of(door, "{} {}", "not valid JSON"),
                        Arguments.of(door, deep, "deeper than 200 levels")));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void getsA400InTheDoorsDialect(String door, String body, String reason) {
        // When
        HttpResponse<String> response = DoorHttp.post(door, gateway.key(), body);
        // Then
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(error(door, response).path("message").textValue()).contains(reason);
        assertThat(gateway.awaitRecord(DoorHttp.requestId(response))
                        .path("outcome")
                        .textValue())
                .isEqualTo("invalid_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {DoorHttp.OPENAI, DoorHttp.ANTHROPIC, DoorHttp.USE_CASE})
    void getsA413WhereItIsTooLarge(String door) {
        // When
        HttpResponse<String> response = DoorHttp.post(door, gateway.key(), "x".repeat(TOO_MUCH));
        // Then
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(error(door, response).path("message").textValue()).contains("10 MiB");
    }

    @ParameterizedTest
    @ValueSource(strings = {DoorHttp.OPENAI, DoorHttp.ANTHROPIC, DoorHttp.USE_CASE})
    void getsA413WhereItIsTooLargeAndDoesNotSaySoAtFirst(String door) {
        // Given
        byte[] body = new byte[TOO_MUCH];
        // When
        HttpResponse<String> response =
                DoorHttp.post(door, gateway.key(), BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));
        // Then
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(error(door, response).path("message").textValue()).contains("10 MiB");
    }

    static Stream<Arguments> types() {
        return Stream.of(DoorHttp.OPENAI, DoorHttp.ANTHROPIC, DoorHttp.USE_CASE)
                .flatMap(door -> Stream.of("text/plain", "application/x-www-form-urlencoded", "application/jsonp", "é")
                        .map(type -> Arguments.of(door, type)));
    }

    @ParameterizedTest
    @MethodSource("types")
    void getsA415WhereItIsNoJson(String door, String type) {
        // When
        HttpResponse<String> response =
                DoorHttp.post(door, gateway.key(), DoorHttp.question(door, "speaks-openai"), "Content-Type", type);
        // Then
        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(error(door, response).path("message").textValue()).contains("Content-Type: application/json");
    }

    @Test
    @DisplayName("a caller that is not known learns nothing of its body's mistakes")
    void comesAfterIdentity() {
        // When
        HttpResponse<String> response = DoorHttp.post(DoorHttp.OPENAI, "sk-nobody", "{");
        // Then
        assertThat(response.statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {DoorHttp.OPENAI, DoorHttp.ANTHROPIC, DoorHttp.USE_CASE})
    @DisplayName("A6: another method than POST gets a 405 that names it, in the door's dialect")
    void getsA405ForGet(String door) {
        // When
        HttpResponse<String> response = DoorHttp.call("GET", door, gateway.key());
        HttpResponse<String> head = DoorHttp.call("HEAD", door, gateway.key());
        // Then
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("POST");
        assertThat(error(door, response).path("message").textValue()).contains("has to be POST");
        assertThat(head.statusCode()).isEqualTo(405);
        assertThat(DoorHttp.requestId(head)).startsWith("req_");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/completions", "/v1/messages/batches", "/gateway/nothing", "/v1/v1/chat/completions"})
    @DisplayName("A6: a path that is not served gets a 404 in its dialect, with the request id")
    void getsA404ForAPathThatIsNotServed(String path) {
        // When
        HttpResponse<String> response = DoorHttp.post(path, gateway.key(), "{}");
        // Then
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(error(path, response).path("message").textValue()).contains("POST " + path);
        assertThat(response.headers().firstValue("traceparent")).isPresent();
    }

    /** The error object, after a look at what is around it. */
    private static JsonNode error(String path, HttpResponse<String> response) {
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
        JsonNode body = DoorHttp.json(response);
        String requestId = DoorHttp.requestId(response);
        if (path.startsWith(DoorHttp.ANTHROPIC)) {
            assertThat(body.path("type").textValue()).isEqualTo("error");
            assertThat(body.path("request_id").textValue()).isEqualTo(requestId);
        } else if (path.startsWith("/gateway/")) {
            assertThat(body.path("error").path("requestId").textValue()).isEqualTo(requestId);
        } else {
            assertThat(body.path("error").fieldNames())
                    .toIterable()
                    .containsExactlyInAnyOrder("message", "type", "param", "code");
        }
        return body.path("error");
    }
}
