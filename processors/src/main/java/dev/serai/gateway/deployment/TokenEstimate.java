/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

/** A quick estimate of tokens from characters, on the low side: it must not refuse what a provider would take. */
public final class TokenEstimate {
    private static final int CHARS_PER_TOKEN = 5;

    private TokenEstimate() {}

    public static long ofChars(long chars) {
        return chars / CHARS_PER_TOKEN;
    }
}
