/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What both of OpenAI's dialects ask of the service. */
final class OpenAiFields {
    private OpenAiFields() {}

    static void service(Draw draw, ObjectNode request) {
        if (draw.in(4)) {
            request.put(draw.one("user", "safety_identifier"), draw.one("user-1", "a b;c"));
        } else if (draw.in(8)) {
            request.put("user", "user-1").put("safety_identifier", draw.one("user-1", "hash"));
        }
        if (draw.in(4)) {
            request.put("service_tier", draw.one("auto", "default", "flex", "priority", "scale"));
        }
        if (draw.in(6)) {
            request.put("prompt_cache_key", draw.text());
        }
        if (draw.in(8)) {
            request.put("prompt_cache_retention", "24h");
        }
    }
}
