/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that a version of a task is built of: its route, the kamelets it uses, its prompt and its schema. Immutable.
 *
 * @param byName texts by name, e.g. {@code config/prompts/answer.md}
 */
public record VersionTexts(SortedMap<String, String> byName) {
    /** More than this in one text is a mistake; H2 takes no more than 1,048,576. */
    static final int LONGEST = 1_000_000;

    public VersionTexts {
        if (byName.isEmpty()) {
            throw new IllegalArgumentException("a version is made of one text at least");
        }
        byName.forEach((name, text) -> {
            if (text.length() > LONGEST) {
                throw new IllegalArgumentException(
                        name + " has " + text.length() + " characters: a version's text has no more than " + LONGEST);
            }
            if (text.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(name + " is no text: it has a NUL in it");
            }
        });
        byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    }

    public static VersionTexts of(Map<String, String> byName) {
        return new VersionTexts(new TreeMap<>(byName));
    }

    /** The SHA-256 of the names and texts, in hex. */
    public String hash() {
        MessageDigest digest = sha256();
        byName.forEach((name, text) -> {
            digest.update((name + '\0').getBytes(StandardCharsets.UTF_8));
            digest.update((text + '\0').getBytes(StandardCharsets.UTF_8));
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
