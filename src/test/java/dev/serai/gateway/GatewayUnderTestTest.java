/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import io.micrometer.core.instrument.Metrics;

import static org.assertj.core.api.Assertions.assertThat;

/** What the end-to-end tests rely on, with two gateways one after the other in one JVM. */
class GatewayUnderTestTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @Test
    void eachGatewayAnswersFromItsOwnConfigurationAndWritesItsOwnRecords() throws Exception {
        // Given
        HttpResponse<String> first;
        JsonNode firstRecord;
        // When
        try (GatewayUnderTest gateway = GatewayUnderTest.builder().start()) {
            first = ask(gateway, "support-answer");
            firstRecord = gateway.awaitRecord(
                    first.headers().firstValue("X-Request-Id").orElseThrow());
        }
        try (GatewayUnderTest gateway = GatewayUnderTest.builder()
                .deployment("parrot", "llm:sim/quick?sim.answer=polly")
                .task("repeat", "parrot", "deadline: 5s")
                .start()) {
            HttpResponse<String> second = ask(gateway, "repeat");
            JsonNode secondRecord = gateway.awaitRecord(
                    second.headers().firstValue("X-Request-Id").orElseThrow());
            // Then
            assertThat(second.body()).contains("polly");
            assertThat(secondRecord.path("deployment").textValue()).isEqualTo("parrot");
            assertThat(gateway.records()).hasSize(1);
            assertThat(gateway.journal().requests()).hasSize(1);
        }
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(firstRecord.path("outcome").textValue()).isEqualTo("ok");
        assertThat(Metrics.globalRegistry.getRegistries())
                .as("what holds a closed gateway on the heap")
                .isEmpty();
    }

    private static HttpResponse<String> ask(GatewayUnderTest gateway, String task) throws Exception {
        String body = "{\"model\": \"" + task + "\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}";
        URI uri = gateway.baseUrl().resolve("/v1/chat/completions");
        return HTTP.send(
                HttpRequest.newBuilder(uri)
                        .header("Authorization", "Bearer " + gateway.key())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
