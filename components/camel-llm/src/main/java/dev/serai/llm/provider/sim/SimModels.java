/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The list of models of a mount: the one it is. */
final class SimModels {
    private SimModels() {}

    /** In the form of the vendor whose headers the request has. */
    static ObjectNode list(String mount, WireRequest request) {
        ObjectNode body = SimJson.object();
        if (request.headers().containsKey("anthropic-version")) {
            body.putArray("data")
                    .addObject()
                    .put("type", "model")
                    .put("id", mount)
                    .put("display_name", mount)
                    .put("created_at", "2026-01-01T00:00:00Z");
            return body.put("has_more", false).put("first_id", mount).put("last_id", mount);
        }
        body.put("object", "list");
        body.putArray("data")
                .addObject()
                .put("id", mount)
                .put("object", "model")
                .put("created", 1_767_225_600)
                .put("owned_by", "serai-sim");
        return body;
    }
}
