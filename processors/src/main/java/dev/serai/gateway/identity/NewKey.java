/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.security.SecureRandom;
import java.util.Base64;

import dev.serai.gateway.config.Secret;

/** A gateway key that was made just now, by this process. Immutable; only {@link #key()} tells it. */
public record NewKey(Secret key) {
    /** What every gateway key starts with. */
    public static final String PREFIX = "sk-serai-";

    private static final int BYTES = 32;
    private static final int SHOWN = 4;
    private static final SecureRandom RANDOM = new SecureRandom();

    public static NewKey random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new NewKey(
                Secret.of(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
    }

    public KeyHash hash() {
        return KeyHash.of(key.reveal());
    }

    /** What an operator may see of it later, to tell it from others. */
    public String hint() {
        String text = key.reveal();
        return PREFIX + "…" + text.substring(text.length() - SHOWN);
    }
}
