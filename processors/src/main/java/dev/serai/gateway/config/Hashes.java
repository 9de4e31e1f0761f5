/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names for contents: the same text has the same name, on every machine. */
public final class Hashes {
    private static final int LENGTH = 12;

    private Hashes() {}

    /** The first 12 hexadecimal digits of the text's SHA-256. */
    public static String shortHash(String text) {
        return shortened(hash(text));
    }

    /** The first 12 digits of such a hash. */
    public static String shortened(String hash) {
        return hash.substring(0, LENGTH);
    }

    /** All 64 of them. */
    public static String hash(String text) {
        return HexFormat.of().formatHex(sha256(text));
    }

    public static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
