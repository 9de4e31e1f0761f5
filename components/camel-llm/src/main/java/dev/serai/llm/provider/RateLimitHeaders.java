/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The limit, remaining and reset headers of a provider's buckets. A 429 does not say which bucket ran dry, so the
 * emptiest one is taken for it; that bucket's reset is when it is full again, hence an upper bound.
 */
enum RateLimitHeaders {
    OPENAI("x-ratelimit-%s-%s", "requests", "tokens", "project-requests", "project-tokens", "input-images"),
    ANTHROPIC("anthropic-ratelimit-%2$s-%1$s", "requests", "tokens", "input-tokens", "output-tokens");

    private final String pattern;
    private final List<String> buckets;

    RateLimitHeaders(String pattern, String... buckets) {
        this.pattern = pattern;
        this.buckets = List.of(buckets);
    }

    Optional<Duration> reset(UnaryOperator<String> header, Function<String, Optional<Duration>> parse) {
        return buckets.stream()
                .flatMap(bucket -> read(bucket, header, parse).stream())
                .min(Comparator.comparingDouble(Bucket::share)
                        .thenComparing(Comparator.comparing(Bucket::reset).reversed()))
                .map(Bucket::reset);
    }

    private Optional<Bucket> read(
            String bucket, UnaryOperator<String> header, Function<String, Optional<Duration>> parse) {
        String reset = header.apply(pattern.formatted("reset", bucket));
        if (reset == null) {
            return Optional.empty();
        }
        double remaining = number(header.apply(pattern.formatted("remaining", bucket)), 1);
        double limit = number(header.apply(pattern.formatted("limit", bucket)), 1);
        return parse.apply(reset).map(wait -> new Bucket(remaining / Math.max(1, limit), wait));
    }

    private static double number(String value, double otherwise) {
        try {
            return value == null ? otherwise : Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    private record Bucket(double share, Duration reset) {}
}
