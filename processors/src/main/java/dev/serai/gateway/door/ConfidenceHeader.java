/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.Map;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Judgement;

/** What every caller is told of an answer that was judged before it went out. */
public final class ConfidenceHeader {
    private static final String NAME = "X-Serai-Confidence";

    private ConfidenceHeader() {}

    /** By header name; empty where nobody judged. */
    public static Map<String, String> of(Call call) {
        Judgement judgement = Judgement.of(call);
        return judgement == null || judgement.confidence() == null
                ? Map.of()
                : Map.of(NAME, judgement.confidence().code());
    }
}
