/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.serai.gateway.config.Hashes;

/**
 * One version of a task. Immutable, as what it stands for is.
 *
 * @param sequence       its number: 1, 2, … for each task, never used twice
 * @param hash           the SHA-256 of its texts, in hex
 * @param profileVersion hash of all that changes the output; null where whoever made it did not say
 * @param by             who made it: a caller's name, or {@code file}
 * @param why            null where nobody said
 */
public record Version(
        String task, int sequence, String hash, String profileVersion, Instant created, String by, String why) {
    private static final Pattern ID = Pattern.compile("v([1-9][0-9]{0,8})-[0-9a-f]{12}");

    /** The number in such an id; 0 where it is none. */
    public static int sequence(String id) {
        Matcher matcher = ID.matcher(id);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** As records and headers name it, e.g. {@code v3-1f0c5d2ab9e4}. */
    public String id() {
        return id(sequence, hash);
    }

    static String id(int sequence, String hash) {
        return "v" + sequence + "-" + Hashes.shortened(hash);
    }
}
