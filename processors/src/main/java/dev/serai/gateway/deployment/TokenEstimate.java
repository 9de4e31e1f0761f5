/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

/** Quick estimates of tokens from characters. */
public final class TokenEstimate {
    private static final int CHARS_PER_TOKEN = 5;
    private static final int USUAL_CHARS_PER_TOKEN = 4;

    private TokenEstimate() {}

    /** On the low side: it must not refuse what a provider would take. */
    public static long ofChars(long chars) {
        return chars / CHARS_PER_TOKEN;
    }

    /** As near as it gets, for what is paid for. */
    public static long ofText(long chars) {
        return Math.ceilDiv(chars, USUAL_CHARS_PER_TOKEN);
    }
}
