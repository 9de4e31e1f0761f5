/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonCreator;

import dev.serai.gateway.config.InvalidValueException;

/**
 * How long a provider keeps what it was sent, written {@code none} or {@code 30d}.
 *
 * @param days 0 for none
 */
public record Retention(int days) implements Comparable<Retention> {
    public static final Retention NONE = new Retention(0);

    private static final Pattern DAYS = Pattern.compile("(\\d{1,5})d");

    @JsonCreator
    public static Retention of(String text) {
        Matcher matcher = DAYS.matcher(text);
        if (matcher.matches()) {
            return new Retention(Integer.parseInt(matcher.group(1)));
        }
        if (!text.equals("none")) {
            throw new InvalidValueException("", text, "is not a retention", "write none, or days such as 30d");
        }
        return NONE;
    }

    @Override
    public int compareTo(Retention other) {
        return Integer.compare(days, other.days);
    }

    @Override
    public String toString() {
        return days == 0 ? "none" : days + "d";
    }
}
