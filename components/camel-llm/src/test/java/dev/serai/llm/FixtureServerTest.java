/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.serai.llm.FixtureServer.Delivery;
import dev.serai.llm.FixtureServer.Reply;

import static org.assertj.core.api.Assertions.assertThat;

class FixtureServerTest {
    private static final FixtureServer SERVER = new FixtureServer();
    private static final byte[] BODY =
            "data: {\"text\":\"Grüße\"}\r\n\r\n: comment\n\n".repeat(20).getBytes(StandardCharsets.UTF_8);

    @AfterAll
    static void stop() throws IOException {
        SERVER.close();
    }

    @ParameterizedTest
    @EnumSource
    void givesTheBytesBack(Delivery delivery) throws Exception {
        Map<String, List<String>> headers = Map.of("x-request-id", List.of("req_1"), "retry-after", List.of("2"));
        String baseUrl = SERVER.serve(new Reply(429, headers, BODY, delivery));
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + "/v1/messages"))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();

        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("x-request-id")).contains("req_1");
        assertThat(response.headers().firstValue("retry-after")).contains("2");
        assertThat((delivery.gzip() ? new GZIPInputStream(response.body()) : response.body()).readAllBytes())
                .isEqualTo(BODY);
        assertThat(SERVER.received(baseUrl).path()).endsWith("/v1/messages");
        assertThat(SERVER.received(baseUrl).body()).asString().isEqualTo("{}");
    }
}
