/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

import dev.serai.gateway.config.InvalidValueException;

/**
 * The SHA-256 of a gateway key, which is all that Serai keeps of one. Keys are 32 random bytes, so that no salt or slow
 * hash is needed. The four words make a map key without an array; equality looks at all of them, whatever the first says.
 */
public record KeyHash(long a, long b, long c, long d) {
    private static final String PREFIX = "sha256:";
    private static final int SHOWN = 12;
    private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9a-f]{64}");

    public static KeyHash of(String key) {
        return of(digest().digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    /** Reads what {@link #toString()} writes, {@code sha256:} and 64 hex digits; {@code key} is what an error calls it. */
    public static KeyHash parse(String key, String text) {
        if (!FORM.matcher(text).matches()) {
            // not repeated: a key itself may have been put here
            throw new InvalidValueException(
                    key, null, "is not a key's hash", "write sha256: and what `printf %s \"$KEY\" | sha256sum` prints");
        }
        return of(HexFormat.of().parseHex(text.substring(PREFIX.length())));
    }

    private static KeyHash of(byte[] bytes) {
        ByteBuffer words = ByteBuffer.wrap(bytes);
        return new KeyHash(words.getLong(), words.getLong(), words.getLong(), words.getLong());
    }

    /** The beginning of its hex digits: tells the keys of a caller apart, and says nothing of the key. */
    public String id() {
        return String.format("%016x", a).substring(0, SHOWN);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyHash hash && ((a ^ hash.a) | (b ^ hash.b) | (c ^ hash.c) | (d ^ hash.d)) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(a);
    }

    @Override
    public String toString() {
        return String.format("%s%016x%016x%016x%016x", PREFIX, a, b, c, d);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
