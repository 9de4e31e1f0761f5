/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.Locale;

/** What is counted. */
public enum Kind {
    REQUESTS,
    INPUT_TOKENS,
    OUTPUT_TOKENS,
    /** Input and output together, as providers grant them. */
    TOKENS;

    private final String code = name().toLowerCase(Locale.ROOT);

    /** As records and metrics say it, e.g. {@code input_tokens}. */
    public String code() {
        return code;
    }

    /** As it is said to people, e.g. {@code input tokens}. */
    String words() {
        return code.replace('_', ' ');
    }
}
