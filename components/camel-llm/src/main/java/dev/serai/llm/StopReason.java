/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.Locale;

/** Why a model stopped. */
public enum StopReason {
    STOP,
    STOP_SEQUENCE,
    MAX_TOKENS,
    TOOL_CALLS,
    CONTENT_FILTER,
    REFUSAL,
    /** A server-side tool loop was interrupted; the turn is to be sent back unchanged. */
    PAUSE,
    CONTEXT_EXHAUSTED,
    /** A value this version does not know. */
    OTHER;

    private final String code = name().toLowerCase(Locale.ROOT);

    public String code() {
        return code;
    }
}
