/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;

/** How the gateway's own dialect tells an answer's end. */
public final class Finish {
    private Finish() {}

    /** Writes why the model stopped and what it used; both may be null. */
    public static void write(ObjectNode body, StopReason stopReason, Usage usage) {
        body.put("finishReason", stopReason == null ? null : stopReason.code());
        if (usage != null) {
            body.putObject("usage")
                    .put("inputTokens", usage.input())
                    .put("cacheReadTokens", usage.cacheRead())
                    .put("cacheWriteTokens", usage.cacheWrite())
                    .put("outputTokens", usage.output())
                    .put("reasoningTokens", usage.reasoning());
        }
    }
}
