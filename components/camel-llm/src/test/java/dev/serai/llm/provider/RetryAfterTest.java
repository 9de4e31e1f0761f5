/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;

import static org.assertj.core.api.Assertions.assertThat;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final JsonNode NO_BODY = MissingNode.getInstance();

    private final RetryAfter retryAfter = new RetryAfter(Clock.fixed(NOW, ZoneOffset.UTC));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "retry-after | 12 | PT12S",
                "retry-after | 1.5 | PT1.5S",
                "retry-after | 0 | PT0S",
                "retry-after | -3 | PT0S",
                "retry-after | 7200 | PT1H",
                "retry-after | 99999999999999999999 | PT1H",
                "retry-after | Sun, 01 Mar 2026 12:00:30 GMT | PT30S",
                "retry-after | Sun, 01 Mar 2026 11:00:00 GMT | PT0S",
                "retry-after | Mon, 02 Mar 2026 12:00:00 GMT | PT1H",
                "retry-after-ms | 250 | PT0.25S",
                "retry-after-ms | 1500.5 | PT1.5005S",
                "x-ratelimit-reset-requests | 12ms | PT0.012S",
                "x-ratelimit-reset-tokens | 6m0s | PT6M",
                "x-ratelimit-reset-tokens | 2m59.56s | PT2M59.56S",
                "x-ratelimit-reset-tokens | 114h18m0s | PT1H",
                "x-ratelimit-reset | 1772366445000 | PT45S",
                "x-ratelimit-reset | 1772366445 | PT45S",
                "x-ratelimit-reset | 1754667660000 | PT0S",
                "x-ratelimit-reset | 20 | PT20S",
                "anthropic-ratelimit-tokens-reset | 2026-03-01T12:00:07Z | PT7S",
                "anthropic-ratelimit-input-tokens-reset | 2026-03-01T11:59:00Z | PT0S",
            })
    void readsHeaders(String name, String value, Duration wait) {
        assertThat(read(429, Map.of(name, value))).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "NaN", "1e9", "1.2.3", "--5", "12 parsecs", "Sun, 99 Mar 2026 12:00:00 GMT"})
    void ignoresGarbage(String value) {
        assertThat(read(429, Map.of("retry-after", value))).isEmpty();
        assertThat(read(429, Map.of("retry-after-ms", value))).isEmpty();
        assertThat(read(429, Map.of("x-ratelimit-reset", value))).isEmpty();
        assertThat(read(429, Map.of("x-ratelimit-reset-tokens", value))).isEmpty();
        assertThat(read(429, Map.of("anthropic-ratelimit-tokens-reset", value))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Rate limit reached: Limit 30000, Used 29000. Please try again in 11.054s. Visit | PT11.054S",
                "Please try again in 114h18m0s | PT1H",
                "Please try again in 1m26.4s. | PT1M26.4S",
                "Please try again in 86ms. | PT0.086S",
                "Please retry in 48.939935699s. | PT48.939935699S",
                "Please retry after 26 seconds. | PT26S",
                "Try again in 2 minutes | PT2M",
            })
    void readsTheMessage(String message, Duration wait) {
        assertThat(retryAfter.read(429, name -> null, NO_BODY, message)).contains(wait);
    }

    @Test
    void ignoresMessagesWithoutAWait() {
        assertThat(retryAfter.read(429, name -> null, NO_BODY, "Please try again in a while"))
                .isEmpty();
        assertThat(retryAfter.read(429, name -> null, NO_BODY, "try again in 1.2.3s"))
                .isEmpty();
        assertThat(retryAfter.read(429, name -> null, NO_BODY, null)).isEmpty();
    }

    @Test
    void readsRetryInfoAndHeadersInTheBody() throws Exception {
        JsonNode google = new ObjectMapper()
                .readTree("{\"details\":[{\"@type\":\"x/google.rpc.Help\"},{\"@type\":\"x/google.rpc.RetryInfo\","
                        + "\"retryDelay\":\"3.5s\"}]}");
        JsonNode openRouter =
                new ObjectMapper().readTree("{\"metadata\":{\"headers\":{\"X-RateLimit-Reset\":\"1772366445000\"}}}");

        assertThat(retryAfter.read(429, name -> null, google, null)).contains(Duration.ofMillis(3500));
        assertThat(retryAfter.read(429, name -> null, openRouter, null)).contains(Duration.ofSeconds(45));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400, 401, 403, 404, 413})
    void isDeafUnlessTheStatusCallsForAWait(int status) {
        assertThat(read(status, Map.of("retry-after", "12"))).isEmpty();
    }

    @Test
    void believesResetHeadersOnRateLimitsOnly() {
        assertThat(read(503, Map.of("x-ratelimit-reset-tokens", "6m0s"))).isEmpty();
        assertThat(read(503, Map.of("retry-after", "3"))).contains(Duration.ofSeconds(3));
        assertThat(read(402, Map.of("retry-after", "3"))).contains(Duration.ofSeconds(3));
    }

    @Test
    void takesTheMostExplicitForm() {
        Map<String, String> all =
                Map.of("retry-after-ms", "1500", "retry-after", "2", "x-ratelimit-reset-tokens", "6m0s");

        assertThat(read(429, all)).contains(Duration.ofMillis(1500));
    }

    @Test
    void waitsForTheEmptiestBucket() {
        Map<String, String> tokensAreOut = Map.of(
                "x-ratelimit-limit-requests", "14400",
                "x-ratelimit-remaining-requests", "14370",
                "x-ratelimit-reset-requests", "2m59.56s",
                "x-ratelimit-limit-tokens", "18000",
                "x-ratelimit-remaining-tokens", "12",
                "x-ratelimit-reset-tokens", "7.66s");

        assertThat(read(429, tokensAreOut)).contains(Duration.ofMillis(7660));
    }

    private Optional<Duration> read(int status, Map<String, String> headers) {
        return retryAfter.read(status, headers::get, NO_BODY, null);
    }
}
