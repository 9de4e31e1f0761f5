/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code kamelet:by-difficulty} over sockets (I6). */
class ByDifficultyTest {
    private PatternBed bed;

    @BeforeEach
    void quickDeployments() {
        bed = PatternBed.on(PatternBed.setup()
                .file(
                        "routes/tasks/d1.yaml",
                        PatternBed.task(
                                "graded",
                                "maxAttempts: 4",
                                "kamelet:by-difficulty?small=alpha&large=beta&longFrom=100")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I6: a short plain question is for the small model, a long one for the large")
    void byLength(boolean stream) throws Exception {
        // When
        GatewayClient.Reply easy = bed.client().chat("graded", stream, "Where is my order?");
        GatewayClient.Reply hard = bed.client().chat("graded", stream, "word ".repeat(100));
        // Then
        assertThat(easy.text()).isEqualTo("alpha says so");
        assertThat(bed.recordOf(easy).path("routeReason").textValue()).isEqualTo("easy");
        assertThat(hard.text()).isEqualTo("beta says so");
        assertThat(bed.recordOf(hard).path("routeReason").textValue()).isEqualTo("hard: long prompt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"response_format\":{\"type\":\"json_object\"}",
                "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":{\"type\":\"object\"}}}]"
            })
    @DisplayName("I6: tools and JSON are for the large model")
    void byFeature(String field) throws Exception {
        // Given
        String body = GatewayClient.chatBody("graded", false, "Answer in JSON.");
        URI chat = bed.gateway().baseUrl().resolve("/v1/chat/completions");
        HttpRequest request = HttpRequest.newBuilder(chat)
                .header("Authorization", "Bearer " + bed.gateway().key())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.substring(0, body.length() - 1) + "," + field + "}"))
                .build();
        // When
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        // Then
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(bed.asked(PatternBed.ALPHA)).isEmpty();
        assertThat(bed.asked(PatternBed.BETA)).hasSize(1);
    }

    @Test
    @DisplayName("I6: the large model is the small one's fallback, but not the other way round")
    void fallback() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "attempts: [{quota: true}]")
                .script(PatternBed.BETA, "attempts: [{}, {quota: true}]");
        // When
        GatewayClient.Reply easy = bed.client().chat("graded", false, "Hi");
        GatewayClient.Reply hard = bed.client().chat("graded", false, "word ".repeat(100));
        // Then
        assertThat(easy.text()).isEqualTo("beta says so");
        assertThat(hard.status()).isEqualTo(503);
        assertThat(bed.asked(PatternBed.ALPHA)).hasSize(1);
    }
}
