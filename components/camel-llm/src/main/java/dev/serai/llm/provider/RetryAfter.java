/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Reads how long a provider asks to wait, in every form that one uses. Only answers with 402, 429 or 5xx are believed:
 * several providers send {@code retry-after} with a 200. Thread-safe.
 */
public final class RetryAfter {
    /** Nobody waits longer than this before the deployment is tried again. */
    public static final Duration MAX = Duration.ofHours(1);

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,30}(\\.\\d{1,30})?");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?(?:ms|us|µs|ns|d|h|m|s))+");
    private static final Pattern DURATION_PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|us|µs|ns|d|h|m|s)");
    private static final Pattern IN_TEXT =
            Pattern.compile("(?:try again|retry) (?:in|after):? ((?:\\d[\\d.]*(?:ms|[dhms]))+"
                    + "|\\d[\\d.]* ?(?:milliseconds?|seconds?|minutes?|hours?))");

    private final Clock clock;

    public RetryAfter(Clock clock) {
        this.clock = clock;
    }

    /**
     * The wait asked for, between zero and {@link #MAX}; empty where none was asked for or it cannot be read.
     *
     * @param header  looks a response header up by its lower-case name; null where it is absent
     * @param error   the error object of the body; may be a missing node
     * @param message the error's text; may be null
     */
    public Optional<Duration> read(int status, UnaryOperator<String> header, JsonNode error, String message) {
        if (status != 402 && status != 429 && (status < 500 || status > 599)) {
            return Optional.empty();
        }
        Stream<Supplier<Optional<Duration>>> explicit = Stream.of(
                // Azure sends 0 milliseconds along with a second
                () -> number(header.apply("retry-after-ms"), 1_000_000L).filter(wait -> !wait.isZero()),
                () -> secondsOrDate(header.apply("retry-after")),
                () -> number(header.apply("retry-after-ms"), 1_000_000L),
                () -> retryInfo(error),
                () -> inText(message));
        Stream<Supplier<Optional<Duration>>> lastResort = Stream.of(
                () -> epoch(header.apply("x-ratelimit-reset")),
                () -> epoch(error.at("/metadata/headers/X-RateLimit-Reset").asText(null)),
                () -> RateLimitHeaders.OPENAI.reset(header, this::goDuration),
                () -> RateLimitHeaders.ANTHROPIC.reset(header, this::rfc3339));
        return Stream.concat(explicit, status == 429 ? lastResort : Stream.empty())
                .map(Supplier::get)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Duration> secondsOrDate(String value) {
        Optional<Duration> seconds = number(value, 1_000_000_000L);
        return seconds.isPresent() || value == null ? seconds : date(value, DateTimeFormatter.RFC_1123_DATE_TIME);
    }

    private Optional<Duration> rfc3339(String value) {
        return date(value, DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    }

    private Optional<Duration> date(String value, DateTimeFormatter format) {
        try {
            return until(OffsetDateTime.parse(value.strip(), format).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private Optional<Duration> until(Instant then) {
        return Optional.of(bounded(Duration.between(clock.instant(), then)));
    }

    /** OpenRouter gives epoch milliseconds, others epoch seconds or the seconds that are left. */
    private Optional<Duration> epoch(String value) {
        if (value == null || !NUMBER.matcher(value.strip()).matches()) {
            return goDuration(value);
        }
        double number = Double.parseDouble(value.strip());
        if (number >= 1e11 && number < 1e15) {
            return until(Instant.ofEpochMilli((long) number));
        }
        return number >= 1e9 && number < 1e11
                ? until(Instant.ofEpochSecond((long) number))
                : number(value, 1_000_000_000L);
    }

    /** {@code google.rpc.RetryInfo} among the error's details. */
    private Optional<Duration> retryInfo(JsonNode error) {
        for (JsonNode detail : error.path("details")) {
            Optional<Duration> delay = goDuration(detail.path("retryDelay").asText(null));
            if (delay.isPresent()) {
                return delay;
            }
        }
        return Optional.empty();
    }

    private Optional<Duration> inText(String message) {
        if (message == null) {
            return Optional.empty();
        }
        Matcher matcher = IN_TEXT.matcher(message.toLowerCase(Locale.ROOT));
        return matcher.find() ? goDuration(shortUnits(matcher.group(1))) : Optional.empty();
    }

    private static String shortUnits(String words) {
        return words.replace(" ", "")
                .replaceFirst("milliseconds?$", "ms")
                .replaceFirst("seconds?$", "s")
                .replaceFirst("minutes?$", "m")
                .replaceFirst("hours?$", "h");
    }

    /** Durations such as {@code 12ms}, {@code 6m0s}, {@code 2m59.56s}, {@code -1s}. */
    private Optional<Duration> goDuration(String value) {
        String text = value == null ? "" : value.strip();
        boolean negative = text.startsWith("-");
        if (!DURATION.matcher(negative ? text.substring(1) : text).matches()) {
            return Optional.empty();
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = DURATION_PART.matcher(text);
        while (part.find()) {
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(nanosOf(part.group(2)))));
        }
        return Optional.of(bounded(negative ? nanos.negate() : nanos));
    }

    private static long nanosOf(String unit) {
        return switch (unit) {
            case "d" -> 86_400_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "s" -> 1_000_000_000L;
            case "ms" -> 1_000_000L;
            case "ns" -> 1L;
            default -> 1_000L;
        };
    }

    private static Optional<Duration> number(String value, long nanosPerUnit) {
        if (value == null || !NUMBER.matcher(value.strip()).matches()) {
            return Optional.empty();
        }
        return Optional.of(bounded(new BigDecimal(value.strip()).multiply(BigDecimal.valueOf(nanosPerUnit))));
    }

    private static Duration bounded(BigDecimal nanos) {
        BigDecimal most = BigDecimal.valueOf(MAX.toNanos());
        return Duration.ofNanos(nanos.max(BigDecimal.ZERO).min(most).longValue());
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(MAX) > 0 ? MAX : wait;
    }
}
