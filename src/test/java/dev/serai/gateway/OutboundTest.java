/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.sun.net.httpserver.HttpServer;

import dev.serai.gateway.SdkProviders.Served;

import static org.assertj.core.api.Assertions.assertThat;

/** S4: the gateway connects to the hosts of its deployments only, whatever a caller sends. */
@DisplayName("S4: no way out but to deployments")
class OutboundTest {
    private static final String PROVIDERS = "dev.serai.gateway.SdkProviders#all";

    private static final AtomicInteger visits = new AtomicInteger();
    private static HttpServer elsewhere;

    private final GatewayUnderTest gateway = DoorGateway.shared();

    @BeforeAll
    static void listen() throws IOException {
        elsewhere = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        elsewhere.createContext("/", exchange -> {
            visits.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        elsewhere.start();
    }

    @AfterAll
    static void stop() {
        elsewhere.stop(0);
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    @DisplayName(
            "an image's URL is passed on to a provider that takes it, or refused by its field's name, and never fetched")
    void neverFetchesAnImage(Served served) {
        // Given
        String body = """
                {"model": "%s", "messages": [{"role": "user", "content": [
                  {"type": "text", "text": "What is this?"},
                  {"type": "image_url", "image_url": {"url": "%s"}}]}]}
                """.formatted(served.task(), url("picture.png"));
        // When
        HttpResponse<String> response = DoorHttp.post(DoorHttp.OPENAI, gateway.key(), body);
        // Then
        isPassedOnOrRefused(served, response, "image_url");
    }

    @ParameterizedTest
    @MethodSource(PROVIDERS)
    @DisplayName("so is a document's")
    void neverFetchesADocument(Served served) {
        // Given
        String body = """
                {"model": "%s", "max_tokens": 99, "messages": [{"role": "user", "content": [
                  {"type": "text", "text": "What is this?"},
                  {"type": "document", "source": {"type": "url", "url": "%s"}}]}]}
                """.formatted(served.task(), url("paper.pdf"));
        // When
        HttpResponse<String> response = DoorHttp.post(DoorHttp.ANTHROPIC, gateway.key(), body);
        // Then
        isPassedOnOrRefused(served, response, "document");
    }

    @Test
    @DisplayName("a provider's redirect is not followed")
    void neverFollowsARedirect() {
        // Given
        Served served = SdkProviders.all().findFirst().orElseThrow();
        served.play(Map.of("status", "302", "header.location", url("v1/chat/completions")));
        try {
            // When
            HttpResponse<String> response = DoorHttp.ask(DoorHttp.OPENAI, gateway.key(), served.task());
            // Then
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(visits).hasValue(0);
        } finally {
            served.play(Map.of());
        }
    }

    private void isPassedOnOrRefused(Served served, HttpResponse<String> response, String field) {
        if (response.statusCode() == 200) {
            assertThat(served.lastRequest()).contains(elsewhere.getAddress().getPort() + "/");
        } else {
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains(field).contains("unsupported");
        }
        assertThat(visits).hasValue(0);
    }

    private static String url(String file) {
        return "http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/" + file;
    }
}
