/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as operators write them: {@code 500ms}, {@code 20s}, {@code 2m}, {@code 1h}, {@code PT20S}. */
public final class Durations {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final String FIX = "write a number with its unit, e.g. 500ms, 20s, 2m, 1h or PT1M30S";

    private Durations() {}

    /** Throws {@link InvalidValueException} for anything that isn't wholly a duration, and for negative ones. */
    public static Duration parse(String text) {
        Matcher matcher = SHORT.matcher(text);
        Duration duration = matcher.matches() ? ofUnit(matcher.group(1), matcher.group(2)) : iso(text);
        if (duration.isNegative()) {
            throw new InvalidValueException("", text, "must not be negative", FIX);
        }
        return duration;
    }

    private static Duration ofUnit(String digits, String unit) {
        int amount = Integer.parseInt(digits);
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    private static Duration iso(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            boolean negative =
                    text.startsWith("-") && SHORT.matcher(text.substring(1)).matches();
            throw new InvalidValueException("", text, negative ? "must not be negative" : "is not a duration", FIX);
        }
    }
}
