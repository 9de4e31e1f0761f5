/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The checks that the records' compact constructors share. Each takes the key and the value, and returns the value to
 * keep or throws {@link InvalidValueException}.
 */
public final class Rules {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*");

    private Rules() {}

    public static <T> T required(String key, T value) {
        if (value == null) {
            throw new InvalidValueException(key, null, "is missing", "add '" + key + ":'");
        }
        return value;
    }

    /** A required name in kebab-case. */
    public static String name(String key, String value) {
        if (!NAME.matcher(required(key, value)).matches()) {
            throw new InvalidValueException(
                    key, value, "must be in kebab-case", "use lower-case letters, digits and hyphens, e.g. 'gpt-mini'");
        }
        return value;
    }

    /** A set of names in the order of the file; null is the empty set. */
    public static Set<String> names(String key, Collection<String> values) {
        if (values == null) {
            return Set.of();
        }
        int index = 0;
        for (String value : values) {
            name(key + "[" + index++ + "]", value);
        }
        return Collections.unmodifiableSet(new LinkedHashSet<>(values));
    }

    /** A set out of the known words; null is the empty set. */
    public static Set<String> among(String key, Collection<String> values, Collection<String> known) {
        if (values == null) {
            return Set.of();
        }
        int index = 0;
        for (String value : values) {
            if (!known.contains(value)) {
                throw new InvalidValueException(
                        key + "[" + index + "]", value, "is unknown", Spelling.fix(value, key, known));
            }
            index++;
        }
        return Collections.unmodifiableSet(new LinkedHashSet<>(values));
    }

    /** A required list with something in it. */
    public static <T extends Collection<?>> T filled(String key, T values) {
        if (required(key, values).isEmpty()) {
            throw new InvalidValueException(key, null, "is empty", "list at least one");
        }
        return values;
    }

    public static int range(String key, int value, int min, int max) {
        if (value < min || value > max) {
            String rule = "must be between " + min + " and " + max;
            throw new InvalidValueException(key, value, rule, "give a whole number in that range");
        }
        return value;
    }

    public static Duration positive(String key, Duration value) {
        if (!value.isPositive()) {
            throw new InvalidValueException(key, value, "must be longer than zero", "give a time such as 500ms or 20s");
        }
        return value;
    }

    public static <T> T orElse(T value, T fallback) {
        return value == null ? fallback : value;
    }
}
