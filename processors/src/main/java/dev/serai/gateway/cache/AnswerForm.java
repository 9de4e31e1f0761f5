/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache;

import dev.serai.gateway.dispatch.Call;

/** In which form an answer goes out: what a provider sends is not the same for each. */
public enum AnswerForm {
    WHOLE,
    STREAM,
    /** Dialects that leave no choice are this one. */
    STREAM_WITH_USAGE;

    public static AnswerForm of(Call call) {
        if (!call.isStream()) {
            return WHOLE;
        }
        return call.summary().includeUsage() ? STREAM_WITH_USAGE : STREAM;
    }
}
