/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A value that must not be seen: masked in text, refused by Jackson, compared in constant time. {@link #reveal()} is the
 * one way out, so that its uses can be found. Immutable.
 */
public final class Secret {
    private static final String MASK = "****";

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /** Refuses a value that still has a placeholder in it: it would be sent to a provider as it stands. */
    @JsonCreator
    public static Secret of(String value) {
        if (value.contains("{{")) {
            throw new InvalidValueException(
                    "", null, "still has a placeholder in it", "check the placeholder's spelling, e.g. {{env:NAME:}}");
        }
        return new Secret(value.strip());
    }

    public String reveal() {
        return value;
    }

    public boolean isEmpty() {
        return value.isEmpty();
    }

    @JsonValue
    private String refuseJson() {
        throw new IllegalStateException("a secret is never written as JSON");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(bytes(), secret.bytes());
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return isEmpty() ? "(empty)" : MASK;
    }

    private byte[] bytes() {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
