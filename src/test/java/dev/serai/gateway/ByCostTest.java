/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.micrometer.core.instrument.MeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code kamelet:by-cost} over sockets, and what records say of costs (I6, I8, L9, R1). */
class ByCostTest {
    /** Alpha is cheap for long prompts, beta for long answers; nobody knows gamma's price any more. */
    private static final String PRICES = """

              alpha: { rates: [ { input: 1, output: 20 } ] }
              beta: { rates: [ { until: "2020-01-01", input: 90 }, { from: "2020-01-01", input: 4, output: 8 } ] }
              gamma: { rates: [ { until: "2020-01-01", input: 0 } ] }
            """;

    private PatternBed bed;

    @BeforeEach
    void quickDeployments() {
        bed = PatternBed.on(GatewayUnderTest.builder()
                .deployment(PatternBed.ALPHA, "llm:sim/quick", "price: alpha")
                .deployment(PatternBed.BETA, "llm:sim/quick", "price: beta")
                .deployment(PatternBed.GAMMA, "llm:sim/quick", "price: gamma")
                .file("config/prices.yaml", prices())
                .file("routes/tasks/c1.yaml", task("thrifty", "kamelet:by-cost?deployments=gamma,alpha,beta"))
                .file(
                        "routes/tasks/c2.yaml",
                        task("short", "kamelet:by-cost?deployments=gamma,alpha,beta&answerTokens=10"))
                .file("routes/tasks/c3.yaml", task("raced", "kamelet:parallel?deployments=alpha,beta")));
        bed.script(PatternBed.ALPHA, "usage: {prompt: 1000, completion: 50}")
                .script(PatternBed.BETA, "usage: {prompt: 1000, completion: 50}");
    }

    private static String prices() {
        try {
            return Files.readString(GatewayHome.repository().resolve("config/prices.yaml")) + PRICES;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String task(String name, String uri) {
        return PatternBed.task(name, "maxAttempts: 4", uri);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I6: the cheapest for the request in hand is asked first, those of unknown price last")
    void cheapestFirst(boolean stream) throws Exception {
        // When
        GatewayClient.Reply shortPrompt = bed.client().chat("thrifty", stream, "Hi");
        GatewayClient.Reply longPrompt = bed.client().chat("thrifty", stream, "word ".repeat(5000));
        GatewayClient.Reply shortAnswer = bed.client().chat("short", stream, "word ".repeat(500));
        // Then
        assertThat(shortPrompt.text()).isEqualTo("beta says so");
        assertThat(longPrompt.text()).isEqualTo("alpha says so");
        assertThat(shortAnswer.text()).isEqualTo("alpha says so");
        assertThat(bed.recordOf(shortPrompt).path("routeReason").textValue()).isEqualTo("by cost");
    }

    @Test
    @DisplayName("I6 F2: where the cheapest fails, the next cheapest is asked; the record has what each cost")
    void fallback() throws Exception {
        // Given
        bed.script(PatternBed.BETA, "attempts: [{quota: true}]");
        // When
        GatewayClient.Reply reply = bed.client().chat("thrifty", false, "Hi");
        // Then
        JsonNode decision = bed.recordOf(reply);
        assertThat(reply.text()).isEqualTo("alpha says so");
        assertThat(decision.path("attempts").get(0).has("costUsd")).isFalse();
        assertThat(decision.path("attempts").get(1).path("costUsd").decimalValue())
                .isEqualByComparingTo(new BigDecimal("0.002"));
        assertThat(decision.path("providerCostUsd").decimalValue()).isEqualByComparingTo(new BigDecimal("0.002"));
        assertThat(decision.path("priceVersion").textValue()).matches("[0-9a-f]{12}");
    }

    @Test
    @DisplayName("I8: the cost of a race's loser is in the record and in the metric")
    void losersCost() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "latency: 5s");
        // When
        GatewayClient.Reply reply = bed.client().chat("raced", true, "word ".repeat(1000));
        // Then
        JsonNode decision = bed.recordOf(reply);
        JsonNode loser = PatternBed.attempt(decision, PatternBed.ALPHA);
        assertThat(reply.text()).isEqualTo("beta says so");
        assertThat(loser.path("outcome").textValue()).isEqualTo("lost");
        assertThat(loser.path("usageEstimated").booleanValue()).isTrue();
        assertThat(loser.path("costUsd").decimalValue()).isPositive();
        assertThat(decision.path("providerCostUsd").decimalValue())
                .isEqualByComparingTo(loser.path("costUsd")
                        .decimalValue()
                        .add(PatternBed.attempt(decision, PatternBed.BETA)
                                .path("costUsd")
                                .decimalValue()));
        assertThat(bed.gateway()
                        .bean(MeterRegistry.class)
                        .get("serai.cost.usd")
                        .tag("task", "raced")
                        .tag("outcome", "lost")
                        .counter()
                        .count())
                .isPositive();
    }
}
