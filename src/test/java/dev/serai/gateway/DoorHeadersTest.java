/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("A9: headers in and out")
class DoorHeadersTest {
    private static final String[] SPYING = {
        "x-secret", "spy-1", "User-Agent", "spy-2", "Cookie", "session=spy-3", "X-Forwarded-For", "spy-4",
        "OpenAI-Organization", "spy-5", "Accept-Language", "spy-6", "CamelHttpUri", "http://spy-7", "Accept", "spy/8"
    };

    private final GatewayUnderTest gateway = DoorGateway.shared();

    @BeforeEach
    void forgetEarlierRequests() {
        gateway.journal().clear();
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/chat/completions, speaks-openai, 200",
        "/v1/chat/completions, speaks-anthropic, 200",
        "/v1/messages, speaks-openai, 200",
        "/v1/messages, speaks-anthropic, 200",
        "/gateway/use-cases/speaks-openai, '', 200",
        "/gateway/use-cases/speaks-anthropic, '', 200",
        "/v1/chat/completions, down, 503",
    })
    @DisplayName("A9: no inbound header reaches the provider or comes back")
    void nothingLeaks(String door, String task, int status) {
        // When
        HttpResponse<String> response = DoorHttp.post(door, gateway.key(), DoorHttp.question(door, task), SPYING);
        // Then
        assertThat(response.statusCode()).isEqualTo(status);
        SimRequest sent = gateway.journal().requests().get(0);
        assertThat(sent.headers().toString()).doesNotContain("spy").doesNotContain(gateway.key());
        assertThat(sent.headers()).doesNotContainKeys("authorization", "x-api-key", "cookie", "traceparent");
        assertThat(response.headers().map().toString()).doesNotContain("spy").doesNotContain(gateway.key());
    }

    @Test
    @DisplayName("A9: anthropic-beta passes to a deployment of that dialect, and to no other")
    void anthropicBetaPasses() {
        // When
        for (String task : new String[] {"speaks-anthropic", "speaks-openai"}) {
            DoorHttp.post(
                    DoorHttp.ANTHROPIC,
                    gateway.key(),
                    DoorHttp.question(DoorHttp.ANTHROPIC, task),
                    "anthropic-beta",
                    "output-128k-2025-02-19",
                    "anthropic-version",
                    "2023-06-01");
        }
        // Then
        assertThat(gateway.journal().requests().get(0).headers())
                .containsEntry("anthropic-beta", "output-128k-2025-02-19")
                .containsEntry("anthropic-version", "2023-06-01");
        assertThat(gateway.journal().requests().get(1).headers())
                .doesNotContainKeys("anthropic-beta", "anthropic-version");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/chat/completions, speaks-openai, 200",
        "/v1/chat/completions, no-such-task, 404",
        "/v1/chat/completions, throttled, 429",
        "/v1/messages, down, 503",
        "/v1/messages, speaks-anthropic, 200",
        "/gateway/use-cases/speaks-openai, '', 200",
        "/gateway/use-cases/speaks-openai/stream, '', 200",
        "/gateway/use-cases/no-such-task, '', 404",
        "/v1/elsewhere, '', 404",
    })
    @DisplayName("A9: every response has a request id of its own and continues the caller's trace")
    void everyResponseHasItsIds(String door, String task, int status) {
        // Given
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 2; i++) {
            // When
            HttpResponse<String> response = DoorHttp.post(
                    door,
                    gateway.key(),
                    DoorHttp.question(door, task),
                    "traceparent",
                    "00-" + trace + "-00f067aa0ba902b7-01",
                    "X-Request-Id",
                    "mine");
            // Then
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.headers().firstValue("traceparent")).hasValueSatisfying(value -> assertThat(value)
                    .matches("00-" + trace + "-[0-9a-f]{16}-01")
                    .doesNotContain("00f067aa0ba902b7"));
            ids.add(DoorHttp.requestId(response));
        }
        assertThat(ids).hasSize(2).allMatch(id -> id.matches("req_[0-9a-f]{32}"));
    }

    @Test
    @DisplayName("A9: the list of models has them too, also where it refuses")
    void theListOfModelsHasItsIds() {
        // When
        HttpResponse<String> list = DoorHttp.call("GET", "/v1/models", gateway.key());
        HttpResponse<String> refused = DoorHttp.call("GET", "/v1/models", "sk-nobody");
        // Then
        assertThat(list.statusCode()).isEqualTo(200);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(DoorHttp.requestId(list)).isNotEqualTo(DoorHttp.requestId(refused));
        assertThat(refused.headers().firstValue("traceparent")).isPresent();
    }

    @Test
    @DisplayName("A9: X-Serai-* only for callers with the permission diagnose")
    void diagnosticsAreForThoseWhoMaySeeThem() {
        // Given
        String question = DoorHttp.question(DoorHttp.OPENAI, "speaks-openai");
        // When
        HttpResponse<String> trusted = DoorHttp.post(DoorHttp.OPENAI, gateway.key(), question);
        HttpResponse<String> plain = DoorHttp.post(DoorHttp.OPENAI, DoorGateway.PLAIN_KEY, question);
        HttpResponse<String> failed =
                DoorHttp.post(DoorHttp.OPENAI, gateway.key(), DoorHttp.question(DoorHttp.OPENAI, "down"));
        // Then
        assertThat(trusted.headers().firstValue("X-Serai-Deployment")).contains("one-openai");
        assertThat(trusted.headers().firstValue("X-Serai-Attempts")).contains("1");
        assertThat(trusted.headers().firstValue("X-Serai-Route-Version")).isPresent();
        assertThat(failed.headers().firstValue("X-Serai-Deployment")).contains("one-down");
        assertThat(plain.headers().map().keySet())
                .noneMatch(name -> name.toLowerCase().startsWith("x-serai"));
        assertThat(plain.body()).doesNotContain("one-openai");
    }
}
